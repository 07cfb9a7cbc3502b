/** What a played scenario left behind: the store of each place, what each probe was told, and what learning it cost. */

export interface StoredRule {
  id: string;
  kind: string;
  status: string;
  trigger: string;
  content: string;
  rationale: string;
  cues: string[];
}
export interface StoredFact {
  id: string;
  kind: string;
  status: string;
  content: string;
  cues: string[];
}

/** What is known in one project or workspace: rules and facts of every status. */
export interface Shelf {
  place: string;
  rules: StoredRule[];
  facts: StoredFact[];
  /** Items of a session start here without a question. */
  atStart: string[];
}

/** Items told to one probe. */
export interface Told {
  start: string[];
  prompt: string[];
  /** The same prompt in a session that was told nothing at its start: what the prompt alone finds. */
  alone: string[];
  /** UTF-16 units of both events. */
  units: number;
}

export interface Cost {
  calls: number;
  input_tokens: number;
  output_tokens: number;
  usd: number;
}

/** A call that the replies folder could not answer. */
export interface Unanswered {
  hash: string;
  about: string;
}

export interface Observation {
  shelves: Shelf[];
  /** In the order of the scenario's probes. */
  told: Told[];
  refused: { what: string; why: string }[];
  cost: Cost;
  unanswered: Unanswered[];
  /** Why not everything was read, '' when it was. */
  unread: string;
}

/** The texts of an item, apart: a clause does not run from one into the next. */
export const textOf = (item: StoredRule | StoredFact): string =>
  'trigger' in item ? [item.trigger, item.content, item.rationale].join('\n') : item.content;
