/** Compares two versions `major.minor.patch[-pre]`; negative when `a` is older. A pre-release is older than its release. */
export const compareVersions = (a: string, b: string): number => rank(a) - rank(b);

const rank = (version: string): number => {
  const [release = '', pre] = version.split('-');
  const number = release.split('.').reduce((sum, part) => sum * 1e5 + (Number(part) || 0), 0);
  return number - (pre ? 0.5 : 0);
};
