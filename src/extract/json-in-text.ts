/** Finds JSON objects in what a model wrote: bare, fenced, with prose before, between and behind. */

/** A text with more opening brackets than this is not an answer. */
const MOST_STARTS = 500;
/** How much is read for brackets that lead nowhere, in texts and beyond: time stays linear in the length of the text. */
const READINGS = 4;
const READ_ANYWAY = 2_000_000;

/** Every complete outermost object, in order. An opening bracket that is never closed, or closes what is not JSON, is passed. */
export function objectsIn(text: string): unknown[] {
  const found: unknown[] = [];
  let left = READINGS * text.length + READ_ANYWAY;
  let from = text.indexOf('{');
  for (let starts = 0; from >= 0 && starts < MOST_STARTS && left > 0; starts++) {
    const end = closing(text, from);
    left -= (end ?? text.length) - from;
    const value = end === undefined ? undefined : parsed(text.slice(from, end + 1));
    if (value !== undefined) found.push(value);
    from = text.indexOf('{', value === undefined || end === undefined ? from + 1 : end + 1);
  }
  return found;
}

/** Where the object that opens at `from` closes; brackets in strings do not count. */
function closing(text: string, from: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '\\') i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return i;
  }
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
