/** What occurs most often, and how often; of several the smallest, and null without any. */
export function mostCommon(values: readonly number[]): [value: number, count: number] | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? null;
}
