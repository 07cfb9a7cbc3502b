/**
 * A light stem of English: endings that only inflect are taken off ("committing", "commits" → "commit"), irregular verbs and
 * plurals are looked up ("bought" → "buy"), because a question asks in one form what was told in another. Endings that make
 * another word ("-tion", "-er") stay: "import" is not "important". So it needs no library, whose stemmers take those too.
 */

const list = (text: string): string[][] =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => line.split(' '));

/** The first of each line is what the others are forms of. */
const IRREGULAR = new Map(
  list(`
    arise arose arisen
    become became
    begin began begun
    blow blew blown
    break broke broken
    bring brought
    build built
    buy bought
    catch caught
    child children
    choose chose chosen
    come came
    deal dealt
    draw drew drawn
    dream dreamt
    drink drank drunk
    drive drove driven
    eat ate eaten
    fall fell fallen
    feel felt
    fight fought
    find found
    fly flew flown
    foot feet
    forget forgot forgotten
    freeze froze frozen
    get got gotten
    give gave given
    go went gone
    grow grew grown
    hang hung
    hear heard
    hide hid hidden
    hold held
    keep kept
    know knew known
    lend lent
    life lives
    lose lost
    make made
    man men
    mean meant
    meet met
    mouse mice
    pay paid
    person people
    ride rode ridden
    rise rose risen
    run ran
    say said
    see saw seen
    seek sought
    sell sold
    send sent
    shake shook shaken
    shoot shot
    sing sang sung
    sink sank sunk
    sit sat
    sleep slept
    speak spoke spoken
    spend spent
    stand stood
    steal stole stolen
    stick stuck
    swim swam swum
    take took taken
    teach taught
    tell told
    think thought
    throw threw thrown
    understand understood
    use used using
    wake woke woken
    wear wore worn
    win won
    woman women
    write wrote written
  `).flatMap(([base = '', ...forms]) => forms.map((form): [string, string] => [form, base])),
);

const VOWEL = /[aeiouy]/;
/** One syllable that ends in consonant, vowel, consonant: "hik", "writ", "stor", whose word ends in -e. */
const WANTS_E = /^[^aeiou]*[aeiouy][^aeiouwxy]$/;
const DOUBLED = /([bdfgmnprt])\1$/;

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

function withoutEnding(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  const verb = /^(.{2,}?)(?:ing|(?<!e)ed)$/.exec(word)?.[1];
  if (verb !== undefined && verb.length >= 3 && VOWEL.test(verb)) {
    if (DOUBLED.test(verb)) return verb.slice(0, -1);
    return WANTS_E.test(verb) ? `${verb}e` : verb;
  }
  const adjective = /^(.{4,}[^ip])ly$/.exec(word)?.[1];
  return adjective ?? word;
}

/** Lower case in, lower case out; what is no English word of four letters or more stays as it is. */
export function stem(word: string): string {
  const base = IRREGULAR.get(word);
  if (base !== undefined) return stem(base);
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const bare = withoutEnding(withoutPlural(word));
  return bare.length > 4 && bare.endsWith('e') ? bare.slice(0, -1) : bare;
}
