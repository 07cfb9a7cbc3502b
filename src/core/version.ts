/** Compares two versions `major.minor.patch[-pre]`; negative when `a` is older. A pre-release is older than its release. */
export const compareVersions = (a: string, b: string): number =>
  rank(a) - rank(b) || Number(b.includes('-')) - Number(a.includes('-'));

const rank = (version: string): number =>
  version
    .replace(/-.*/, '')
    .split('.')
    .reduce((sum, part) => sum * 1e5 + (Number.parseInt(part, 10) || 0), 0);
