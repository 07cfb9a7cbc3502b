/** Compares two versions `major.minor.patch[-pre]`; negative when `a` is older. A pre-release is older than its release. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string) =>
    (version.split('-')[0] ?? '').split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [parts(a), parts(b)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(b.includes('-')) - Number(a.includes('-'));
}
