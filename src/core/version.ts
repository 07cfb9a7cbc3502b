/** Compares two versions `major.minor.patch[-pre]`; negative when `a` is older. A pre-release is older than its release. */
export const compareVersions = (a: string, b: string): number =>
  rank(a) - rank(b) || Number(b.includes('-')) - Number(a.includes('-'));

const rank = (version: string): number => {
  const [major = 0, minor = 0, patch = 0] = version
    .replace(/-.*/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0);
  return (major * 1e5 + minor) * 1e5 + patch;
};
