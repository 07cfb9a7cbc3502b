/** Compares two versions `major.minor.patch[-pre]`; negative when `a` is older. A pre-release is older than its release. */
export const compareVersions = (a: string, b: string): number => rank(a) - rank(b);

const rank = (version: string): number => {
  const [release, pre] = version.split('-');
  // `20.16` is 20.16.0.
  const number = `${release}.0.0`.split('.', 3).reduce((sum, part) => sum * 1e5 + (+part || 0), 0);
  return number - (pre ? 0.5 : 0);
};
