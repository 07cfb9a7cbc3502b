import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LessonCandidate as Candidate, EvidenceRef, Verdict } from '../../src/core/rule.ts';
import { decide, type Situation } from '../../src/reconcile/decide.ts';
import { type Lesson, newTurns, proposalOf } from '../../src/reconcile/lesson.ts';
import { pairKey } from '../../src/reconcile/views.ts';
import { wordKey } from '../../src/reconcile/word-key.ts';
import { clock, day, fact, PROJECT, rule } from './world.ts';

/** What is stored, as deciding sees it; kept in memory so that thousands of histories can be tried. */
class Memory {
  lessons = new Map<string, Lesson>();
  turns = new Map<string, EvidenceRef[]>();
  formerly = new Map<string, Set<string>>();

  take(candidates: readonly Candidate[], verdicts: Situation['verdicts']) {
    const proposals = candidates.map((candidate) => proposalOf(candidate, PROJECT, clock().toISOString()));
    const decision = decide({
      lessons: [...this.lessons.values()],
      held: this.turns,
      formerly: this.formerly,
      proposals,
      forgets: [],
      verdicts,
      now: clock().toISOString(),
    });
    for (const { lesson, read, turns } of decision.writes) {
      expect(this.lessons.get(lesson.id)?.version ?? null).toBe(read);
      expect(newTurns(turns, this.turns.get(lesson.id) ?? [])).toEqual(turns);
      this.lessons.set(lesson.id, lesson);
      this.turns.set(lesson.id, [...(this.turns.get(lesson.id) ?? []), ...turns]);
    }
    for (const { before, after, said } of decision.steps) {
      const keys = this.formerly.get(after.id) ?? new Set();
      for (const words of [before, said && { type: after.type, ...said }]) if (words) keys.add(wordKey(words));
      this.formerly.set(after.id, keys);
    }
    return decision;
  }

  current = () => [...this.lessons.values()].filter((lesson) => lesson.status === 'CURRENT');
  contents = () =>
    this.current()
      .map((lesson) => lesson.content)
      .sort();
}

/**
 * Lessons of one topic exclude each other, unless they say the same; `topic+topic value wording` is how they read. What they
 * say is the content without its wording.
 */
function named(candidates: readonly Candidate[]): Situation['verdicts'] {
  const verdicts = new Map<string, Verdict>();
  for (const a of candidates) {
    for (const b of candidates) {
      const [one, other] = [a, b].map((c) => wordKey({ trigger: '', ...c })) as [string, string];
      if (one === other) continue;
      const contradicts = topicsOf(a.content).some((topic) => topicsOf(b.content).includes(topic));
      const relation = saidIn(a.content) === saidIn(b.content) ? 'same' : contradicts ? 'contradicts' : 'unrelated';
      verdicts.set(pairKey(one, other), { relation });
    }
  }
  return verdicts;
}
const topicsOf = (content: string): string[] => (content.split(' ')[0] ?? '').split('+');
const saidIn = (content: string): string => content.split(' ').slice(0, 2).join(' ');

/** `wordings`: in how many ways a thing may be said; `kinds`: whether it is said by the person or only observed. */
const historyOf = (wordings: number, kinds: readonly ('correction' | 'recipe')[], topics = ['a', 'b', 'c', 'd']) =>
  fc
    .array(
      fc.record({
        topics: fc.subarray(topics, { minLength: 1, maxLength: Math.min(2, topics.length) }),
        value: fc.constantFrom('one', 'two', 'three'),
        wording: fc.integer({ min: 1, max: wordings }),
        kind: fc.constantFrom(...kinds),
      }),
      { minLength: 1, maxLength: 9 },
    )
    .chain((said) =>
      fc.record({
        said: fc.constant(
          said.map(({ topics: about, value, wording, kind }, at) =>
            rule(`${about.join('+')} ${value} ${['', 'indeed', 'certainly'][wording - 1]}`.trim(), at, { kind }),
          ),
        ),
        order: fc.shuffledSubarray([...said.keys()], { minLength: said.length, maxLength: said.length }),
        batches: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 9, maxLength: 9 }),
      }),
    );
const history = historyOf(1, ['correction']);
const mixed = historyOf(3, ['correction', 'recipe']);

function arrive(said: readonly Candidate[], order: readonly number[], batches: readonly number[]): Memory {
  const memory = new Memory();
  const verdicts = named(said);
  let from = 0;
  for (const size of batches) {
    memory.take(
      order.slice(from, from + size).map((i) => said[i] as Candidate),
      verdicts,
    );
    from += size;
  }
  return memory;
}
const inTimeOf = (said: readonly Candidate[]): Memory =>
  arrive(
    said,
    [...said.keys()],
    said.map(() => 1),
  );

describe('dated contradictions, in any order of arrival and any batches', () => {
  test('leave the same CURRENT lessons', () => {
    fc.assert(
      fc.property(history, ({ said, order, batches }) => {
        expect(arrive(said, order, batches).contents()).toEqual(inTimeOf(said).contents());
      }),
      { numRuns: 1_000 },
    );
  });

  test('and so they do when things are said in several ways, and some were only observed', () => {
    fc.assert(
      fc.property(mixed, ({ said, order, batches }) => {
        const standing = (memory: Memory) => memory.contents().map(saidIn);
        expect(standing(arrive(said, order, batches))).toEqual(standing(inTimeOf(said)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('what the person said is CURRENT whatever was observed later: of a topic their newest word stands', () => {
    fc.assert(
      fc.property(historyOf(2, ['correction', 'recipe'], ['a']), ({ said, order, batches }) => {
        const words = said.filter((one) => one.kind === 'correction');
        const newest = (words.length > 0 ? words : said).at(-1)?.content ?? '';
        expect(arrive(said, order, batches).contents().map(saidIn)).toEqual([saidIn(newest)]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('where nothing contradicts, leave one lesson a thing, in its best wording', () => {
    fc.assert(
      fc.property(historyOf(3, ['correction']), ({ said, order, batches }) => {
        const agreeing = said.map((one) => ({ ...one, content: one.content.replace(/^\S+ \S+/, 'a one') }));
        expect(arrive(agreeing, order, batches).contents()).toEqual(inTimeOf(agreeing).contents());
        expect(inTimeOf(agreeing).current()).toMatchObject([{ evidence: said.length }]);
      }),
    );
  });

  test('leave chains of superseded_by without a cycle, each to one CURRENT head', () => {
    fc.assert(
      fc.property(mixed, ({ said, order, batches }) => {
        const memory = arrive(said, order, batches);
        for (const lesson of memory.lessons.values()) {
          let head = lesson;
          for (let steps = 0; head.status === 'ARCHIVED'; steps++) {
            expect(steps).toBeLessThan(memory.lessons.size);
            const next = memory.lessons.get(head.superseded_by ?? '');
            expect(next).toBeDefined();
            head = next as Lesson;
          }
          expect(head.superseded_by).toBeNull();
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('count every turn once, on exactly one lesson', () => {
    fc.assert(
      fc.property(mixed, ({ said, order, batches }) => {
        const memory = arrive(said, order, batches);
        const seqs = [...memory.turns.values()].flat().map((turn) => turn.seq);
        expect(seqs.sort((a, b) => a - b)).toEqual([...said.keys()]);
        for (const lesson of memory.lessons.values()) expect(lesson.evidence).toBe(memory.turns.get(lesson.id)?.length);
      }),
    );
  });

  test('done twice, are done once', () => {
    fc.assert(
      fc.property(mixed, ({ said, order, batches }) => {
        const memory = arrive(said, order, batches);
        const before = structuredClone([...memory.lessons.values()]);
        for (const i of order) expect(memory.take([said[i] as Candidate], named(said)).writes).toEqual([]);
        expect([...memory.lessons.values()]).toEqual(before);
      }),
    );
  });
});

const verdict = (a: Candidate, b: Candidate, how: Verdict) =>
  new Map([[pairKey(wordKey({ trigger: '', ...a }), wordKey({ trigger: '', ...b })), how]]);

test('what refines rewrites in place: one row, the next version, the evidence of both', () => {
  const memory = new Memory();
  const [base, exception] = [rule('use npm install', 1), rule('in CI use npm ci', 2)];
  memory.take([base], new Map());
  const combined = { trigger: 'installing dependencies', content: 'use npm install; in CI npm ci' };
  const { steps } = memory.take([exception], verdict(base, exception, { relation: 'refines', combined }));
  expect(memory.current()).toMatchObject([{ ...combined, version: 2, evidence: 2, learned_at: day(2) }]);
  expect(steps).toMatchObject([
    { change: 'refine', before: { content: 'use npm install' }, said: { content: 'in CI use npm ci' } },
  ]);
  expect(memory.take([base, exception], new Map())).toMatchObject({ writes: [], known: 2 });
});

test('an older turn that arrives late is merged without making the lesson newer', () => {
  const memory = new Memory();
  memory.take([rule('use pnpm', 5)], new Map());
  memory.take([rule('Use pnpm.', 2)], new Map());
  expect(memory.current()).toMatchObject([{ content: 'Use pnpm.', evidence: 2, learned_at: day(5) }]);
});

test('of a turn that a lesson rests on already only the new ones beside it count', () => {
  const memory = new Memory();
  const turns = (...seqs: number[]) => ({ evidence: seqs.map((seq) => ({ session_id: 'session', seq })) });
  memory.take([rule('use pnpm', 1, turns(1, 1))], new Map());
  memory.take([rule('use pnpm', 2, turns(1, 2)), rule('use pnpm', 3, turns(2, 3))], new Map());
  expect(memory.current()).toMatchObject([{ evidence: 3, learned_at: day(3) }]);
});

test('candidates of one batch that say the same become one', () => {
  const memory = new Memory();
  const [one, two] = [rule('use pnpm', 1), rule('pnpm is what we use', 2)];
  memory.take([two, one], verdict(one, two, { relation: 'same' }));
  expect(memory.current()).toMatchObject([{ content: 'use pnpm', evidence: 2 }]);
});

test('a fact said again as true everywhere becomes so, and the newer end holds', () => {
  const memory = new Memory();
  memory.take([fact('on call this week', 1, { scope: 'project', expires_at: day(8) })], new Map());
  memory.take([fact('On call this week.', 6, { expires_at: day(13) })], new Map());
  memory.take([fact('on call this week', 3, { expires_at: day(10) })], new Map());
  expect(memory.current()).toMatchObject([{ project_id: null, expires_at: day(13), evidence: 3 }]);
});

test('a project does not archive what is true everywhere', () => {
  const memory = new Memory();
  const [wide, narrow] = [fact('writes British English', 1), fact('writes American English', 2, { scope: 'project' })];
  memory.take([wide], new Map());
  memory.take([narrow], verdict(wide, narrow, { relation: 'contradicts' }));
  expect(memory.contents()).toEqual(['writes American English', 'writes British English']);
});

test('a lesson archived by hand takes no part: said again, it is new', () => {
  const memory = new Memory();
  memory.take([rule('use pnpm', 1)], new Map());
  for (const lesson of memory.lessons.values()) lesson.status = 'ARCHIVED';
  expect(memory.take([rule('use pnpm', 1)], new Map()).known).toBe(1);
  memory.take([rule('use pnpm', 9)], new Map());
  expect(memory.current()).toMatchObject([{ content: 'use pnpm', evidence: 1 }]);
});
