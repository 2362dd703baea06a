/** Formats a number of bytes with a decimal unit, such as “40.0 GB”. */
export function formatBytes(count: number): string {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(1, count)) / 3));
  return `${(count / 1000 ** power).toPrecision(3)} ${['B', 'kB', 'MB', 'GB'][power]}`;
}
