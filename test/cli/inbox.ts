/** A machine whose inbox holds one of each kind: new, reworded, replaced another, waits to be kept, was not followed, a fact. */
import { recordChange } from '../../src/store/changes.ts';
import { addEvidence } from '../../src/store/evidence.ts';
import { recordInteraction } from '../../src/store/interactions.ts';
import type { Store } from '../../src/store/open.ts';
import { getFact } from '../../src/store/profile.ts';
import { getRule } from '../../src/store/rules.ts';
import type { ChangeKind } from '../../src/store/schema.ts';
import { saveSession } from '../../src/store/sessions.ts';
import { AT, addFact, addRule, Machine } from './machine.ts';

const at = (minute: number) => `2026-03-02T09:${String(minute).padStart(2, '0')}:00.000Z`;

/** Something a person typed, as one turn of a session. */
function said(
  store: Store,
  project: string,
  session: string,
  seq: number,
  text: string,
): { session_id: string; seq: number } {
  saveSession(store.db, {
    id: session,
    project_id: project,
    cwd: '/shop',
    transcript_path: null,
    entrypoint: 'cli',
    started_at: AT,
    last_at: AT,
    ended_at: AT,
    end_reason: 'other',
    buffer_head: '',
    seq_base: 0,
    published_up_to: 0,
    extracted_up_to: 9_999,
  });
  recordInteraction(store.db, session, seq, { type: 'User', ts: at(seq), text });
  return { session_id: session, seq };
}

function learned(store: Store, item_id: string, change: ChangeKind, minute: number, before: unknown = null): void {
  const after = getRule(store.db, item_id) ?? getFact(store.db, item_id);
  recordChange(store.db, { item_id, at: at(minute), change, before, after, why: 'learned', turns: [] });
}

export function machineWithInbox(): Machine {
  const machine = new Machine();
  machine.seed((store, project) => {
    const turn = (seq: number, text: string) => said(store, project, 'monday-morning', seq, text);
    addRule(store, project, 'npm0000001', {
      status: 'ARCHIVED',
      content: 'Use npm, not pnpm.',
      superseded_by: 'pnpm000001',
    });
    addRule(store, project, 'pnpm000001', { trigger: 'adding a dependency', content: 'Use pnpm, never npm.' });
    addEvidence(store.db, 'pnpm000001', [turn(1, 'no, pnpm. npm breaks the workspace links')]);
    learned(store, 'npm0000001', 'supersede', 1);
    learned(store, 'pnpm000001', 'add', 1);
    addRule(store, project, 'test000001', {
      trigger: 'running the tests',
      content: 'Run vitest once with --run, except in CI, where npm test does it.',
      rationale: 'Watch mode never ends and blocks the terminal.',
    });
    addEvidence(store.db, 'test000001', [
      turn(2, 'don’t start watch mode!'),
      turn(3, 'in CI it is npm test, leave that'),
    ]);
    learned(store, 'test000001', 'refine', 3, {
      ...getRule(store.db, 'test000001'),
      content: 'Run vitest once with --run.',
    });
    addRule(store, null, 'port000001', {
      kind: 'recipe',
      trigger: 'starting the dev server',
      content: '端口 5173 已被占用时使用 5174。',
      rationale: '',
    });
    learned(store, 'port000001', 'add', 4);
    addFact(store, null, 'fact000001', { content: 'Ana maintains the payment service and answers for its releases.' });
    addEvidence(store.db, 'fact000001', [
      turn(5, 'I maintain the payment service, so ask me before you touch its releases'),
    ]);
    learned(store, 'fact000001', 'add', 5);
    addRule(store, project, 'sign000001', {
      trigger: 'committing',
      content: 'Sign off with git commit -s.',
      rationale: 'Upstream refuses unsigned patches.',
      flagged_at: at(6),
    });
    addEvidence(store.db, 'sign000001', [turn(6, 'you forgot -s again')]);
    learned(store, 'sign000001', 'flag', 6, getRule(store.db, 'sign000001'));
  });
  return machine;
}
