/**
 * What the obvious secrets look like. Each shape is linear to search (bounded repeats, no nested ones), and where only a part
 * of the match is the secret, the groups `before` and `after` hold what stays.
 */

/** Tokens known by how they begin: with letters and digits alone, and with more than that but at least one digit. */
const PLAIN =
  'gh[pousr]|npm|hf|do[opr]_v1|shp(?:at|ca|pa|ss)|[srp]k_(?:live|test)|whsec|lin_api|sbp|gsk|rubygems|glsa|r8';
const MIXED =
  'sk-|(?:github|dckr)_pat_|ya29\\.|GOCSPX-|AIza|pypi-Ag|xai-|pplx-|hv[sb]\\.|tskey-|figd_|sntry[su]_|nvapi-|xapp-|1//0|ATATT3|\\d{8,10}:AA';
const PREFIXED = [
  'A(?:KI|SI|BI|CC|RO|ID)A[A-Z0-9]{16}(?![A-Z0-9])',
  `(?:${PLAIN})_[A-Za-z0-9]{16,300}`,
  `(?:${MIXED})(?=[\\w-]{0,199}\\d)[\\w-]{20,4000}`,
  'gl(?:pat|[drf]t|cbt|ptt|agent|soat|oas)-[\\w-]{20,300}',
  'xox[a-z](?:\\.xox[bp])?-[\\w-]{10,300}',
  'eyJ[\\w-]{8,4000}(?:\\.[\\w-]{4,8000}){1,4}',
  'SG\\.[\\w-]{16,40}\\.[\\w-]{16,80}',
  'AGE-SECRET-KEY-1[A-Z0-9]{50,70}',
];

/**
 * What every such secret has about it, in lower case, and its shape, whose first group is what stays. The hint is looked for first, because to compile a shape
 * costs more than to search a short text.
 */
const SHAPES: readonly [hint: string, shape: RegExp][] = [
  ['hooks', /((?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks)\/)[\w/-]{20,120}/g],
  // scheme://user:password@host
  ['://', /([a-z][a-z0-9+]{1,20}:\/\/[^\s:/@'"`<>]{0,80}:)(?![$<{*[%])[^\s/@'"`<>]{1,200}(?=@)/gi],
  ['auth', /(\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:[a-z]{3,12}\s{1,3})?)(?![$<{*[])[\w.~+/=:-]{8,4000}/gi],
  ['auth"', /("_?auth"\s{0,3}:\s{0,3}")[A-Za-z0-9+/=]{12,600}/g],
  ['bearer', /(\bbearer\s{1,3})(?=[A-Za-z._~+/-]{0,99}[\d=])[\w.~+/-]{16,4000}={0,2}/gi],
  ['curl', /(\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[ =]?["']?[\w.@-]{1,60}:)(?![$<{*[])[^\s"']{3,100}/g],
  ['password', /(\bpassword\s{1,3})(?=[^\s]{0,60}[\d*#%!])(?![$<{[(])[^\s"',;]{8,100}(?=\s*$)/gim],
  ['cookie', /(\b(?:set-)?cookie["']?\s{0,3}:\s{0,3}["']?)[\w.-]{1,60}=[^\n"';]{4,4000}(?:;[^\n"']{0,4000})?/gi],
  ['=', /([?&](?:sig|signature|x-amz-signature|access_token|key)=)[\w%+/=-]{16,600}/gi],
  ['mysql', /(\bmysql(?:dump)?\b[^\n]{0,200}?\s-p)(?![$<{*[])[^\s"']{6,100}/g],
];

/** Every token known by its beginning has a run of this kind. */
const LONG_WORD = /[\w-]{15}/;
/** But `ghp_xxxxxxxxxxxx` is what documentation writes where a token goes. */
const TOKEN = new RegExp(`()(?<![A-Za-z0-9])(?:${PREFIXED.join('|')})(?<!\\2{7}([xX*0.])\\S{0,60})`, 'g');

/** The shapes that are worth looking for in `text`. */
export function shapesFor(text: string): RegExp[] {
  const lower = text.toLowerCase();
  const shapes = SHAPES.filter(([hint]) => lower.includes(hint)).map(([, shape]) => shape);
  return LONG_WORD.test(text) ? [TOKEN, ...shapes] : shapes;
}

const NAME_HINT = /pass|pwd|secret|token|key|credential|sessionid/i;
const NAME =
  'passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|account|private|secret|signing|encryption|auth)[_-]?key(?:[_-]?base)?|credentials?|sessionid';
/** Name, what joins it to its value, and the value in quotes or bare. What stands before the name does not matter; `tokens` and `token_count` are other names. */
const ASSIGNMENT = new RegExp(
  `(${NAME})((?:[_-]?value)?\\\\?["']?\\]?\\s{0,3}(?:=>|:=|[=:])\\s{0,3})(?:(\\\\?["'\`])([^"'\`\\n\\\\]{1,600})|([^\\s"'\`,;&|(){}<>\\[\\]\\\\]{1,600}))`,
  'gi',
);
const OPTION =
  /(--?(?:pass(?:w(?:or)?d)?|[a-z-]{0,20}(?:token|secret|key))(?:\s{1,3}|=))(["']?)([^\s"'$<{[-][^\s"']{3,300})/gi;

const PLACEHOLDER =
  /^(?:[$<{[]|%\w+%|\*+$|x{3,}|\.\.|…|(?:process|import|os|env|ctx|self|this|config|settings|secrets|vars?|local|module|req|args|opts|options|data)[.[]|(?:your|my|the|example|change|changeme|placeholder|dummy|redacted|hidden|none|null|undefined|true|false|string|required|optional)\b)/i;

const isPassword = (name: string) => /pass|pwd/i.test(name);

/** Whether `value`, given to `name`, is a secret and not code, a type, a reference or a number. */
function isSecret(name: string, value: string, quoted: boolean): boolean {
  const bare = value.trim();
  if (bare.length < 4 || PLACEHOLDER.test(bare) || /\s/.test(bare) || bare.includes('[secret]')) return false;
  if (/^[A-Z]?[a-z]{1,11}$/.test(bare)) return false;
  if (isPassword(name)) return quoted ? true : /[\d!@#%^*+=?~-]/.test(bare) && !/^[a-z]+(?:[-_.][a-z]+)+$/i.test(bare);
  return (
    bare.length >= 8 && /\d/.test(bare) && /[A-Za-z]/.test(bare) && !/^[\w-]{1,20}(?:[./][\w-]{1,20})+$/.test(bare)
  );
}

/** Replaces the values of assignments (`password=…`, `"api_key": "…"`, `--token …`) whose name says that they are secret. */
export function secretAssignments(text: string, replacement: string): string {
  if (!NAME_HINT.test(text)) return text;
  return text
    .replace(
      ASSIGNMENT,
      (
        whole,
        name: string,
        joint: string,
        quote: string | undefined,
        inQuotes: string | undefined,
        bare: string | undefined,
      ) => {
        const value = inQuotes ?? bare ?? '';
        return isSecret(name, value, inQuotes !== undefined) ? name + joint + (quote ?? '') + replacement : whole;
      },
    )
    .replace(OPTION, (whole, option: string, quote: string, value: string) =>
      isSecret(option, value, quote !== '') ? option + quote + replacement : whole,
    );
}
