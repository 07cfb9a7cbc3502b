/**
 * What the obvious secrets look like. Each shape is linear to search (bounded repeats, no nested ones), and where only a part
 * of the match is the secret, the groups `before` and `after` hold what stays.
 */

/** Tokens known by how they begin. */
const PREFIXED = [
  '(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}(?![A-Z0-9])',
  'gh[pousr]_[A-Za-z0-9]{20,255}',
  'github_pat_[A-Za-z0-9_]{20,255}',
  'gl(?:pat|dt|rt|cbt|ptt|ft|agent|soat|oas)-[\\w-]{20,300}',
  'sk-(?=[\\w-]{0,199}\\d)[\\w-]{20,300}',
  '(?:[srp]k_(?:live|test)|whsec|rk_prod)_[A-Za-z0-9]{16,255}',
  'xox[abceoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{10,300}',
  'xapp-\\d-[A-Za-z0-9-]{10,300}',
  'AIza[\\w-]{35}',
  'ya29\\.[\\w-]{20,600}',
  'GOCSPX-[\\w-]{20,60}',
  '1//0[\\w-]{30,300}',
  'eyJ[\\w-]{8,4000}\\.[\\w-]{8,8000}(?:\\.[\\w-]{0,4000}){0,3}',
  'npm_[A-Za-z0-9]{30,60}',
  'pypi-[\\w-]{40,400}',
  'hf_[A-Za-z0-9]{30,60}',
  'do[opr]_v1_[a-f0-9]{60,70}',
  'SG\\.[\\w-]{16,40}\\.[\\w-]{16,80}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  'dckr_pat_[\\w-]{20,60}',
  '(?:lin_api|sbp|figd|rubygems|sntry[su]|nvapi|glsa|pul|gsk|r8)[_-](?=[\\w-]{0,99}\\d)[\\w-]{20,300}',
  'xai-[A-Za-z0-9]{40,120}',
  'pplx-[A-Za-z0-9]{40,80}',
  'hv[sb]\\.[\\w-]{20,300}',
  'ATATT3[\\w=-]{20,300}',
  'tskey-[\\w-]{20,100}',
  'AGE-SECRET-KEY-1[A-Z0-9]{50,70}',
  '\\d{8,10}:AA[\\w-]{33}',
];

/** `ghp_xxxxxxxxxxxx`: what documentation writes where a token goes. */
export const SAMPLE = /([xX*0.])\1{7}/;

export const SECRET_SHAPES: readonly RegExp[] = [
  new RegExp(`(?<![A-Za-z0-9])(?:${PREFIXED.join('|')})`, 'g'),
  /(?<before>hooks\.slack\.com\/services\/)[\w/]{20,100}/g,
  /(?<before>discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{20,120}/g,
  // scheme://user:password@host
  /(?<before>[a-z][a-z0-9+]{1,20}:\/\/[^\s:/@'"`<>]{0,80}:)(?![$<{*[%])[^\s/@'"`<>]{1,200}(?<after>@)/gi,
  /(?<before>\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:[a-z]{3,12}\s{1,3})?)(?![$<{*[])[\w.~+/=:-]{8,4000}/gi,
  /(?<before>\b(?:bearer|basic)\s{1,3})(?=[A-Za-z._~+/-]{0,99}[\d=])[\w.~+/-]{16,4000}={0,2}/gi,
  /(?<before>\b(?:curl|wget|http)\b[^\n]{0,200}?\s(?:-u|--user)[ =]?["']?[\w.@-]{1,60}:)(?![$<{*[])[^\s"']{3,100}/g,
  /(?<before>\bpassword\s{1,3})(?=[^\s]{0,60}[\d*#%!])(?![$<{[(])[^\s"',;]{8,100}(?=\s*$)/gim,
  /(?<before>\b(?:set-)?cookie["']?\s{0,3}:\s{0,3}["']?)[\w.-]{1,60}=[^\n"';]{4,4000}(?:;[^\n"']{0,4000})?/gi,
  /(?<before>"_?auth["']?\s{0,3}:\s{0,3}")[A-Za-z0-9+/=]{12,600}/g,
  /(?<before>[?&](?:sig|signature|x-amz-signature|access_token|key)=)[\w%+/=-]{16,600}/gi,
  /(?<before>\b(?:mysql|mysqldump|mariadb)\b[^\n]{0,200}?\s-p)(?![$<{*[])[^\s"']{6,100}/g,
];

const NAME =
  'passw(?:or)?d|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|secret[_-]?key[_-]?base|secret[_-]?key|signing[_-]?key|encryption[_-]?key|auth[_-]?key|credentials?|sessionid';
/** Name, what joins it to its value, and the value in quotes or bare. What stands before the name does not matter; `tokens` and `token_count` are other names. */
const ASSIGNMENT = new RegExp(
  `(${NAME})((?:[_-]?value)?\\\\?["']?\\]?\\s{0,3}(?:=>|:=|[=:])\\s{0,3})(?:(\\\\?["'\`])([^"'\`\\n\\\\]{1,600})|([^\\s"'\`,;&|(){}<>\\[\\]\\\\]{1,600}))`,
  'gi',
);
const OPTION =
  /(--?(?:password|passwd|pass|token|secret|api-?key|auth-?token|client-secret)(?:\s{1,3}|=))(["']?)([^\s"'$<{[-][^\s"']{3,300})/gi;

const PLACEHOLDER =
  /^(?:\$|%[\w]+%|<|\{|\[|\*+$|x{3,}|\.{2,}|…|(?:process|import|os|env|ctx|self|this|config|settings|secrets|var|vars|local|module|req|args|opts|options|data)[.[]|(?:your|my|the|example|changeme|change|placeholder|dummy|redacted|hidden|none|null|nil|undefined|true|false|string|number|boolean|required|optional|any|unknown|void|bytes|str|int)\b)/i;

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
      isSecret('password', value, quote !== '') ? option + quote + replacement : whole,
    );
}
