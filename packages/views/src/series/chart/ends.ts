/** The lowest and the highest of some numbers; of none, the lowest is higher than the highest. */
export function ends(values: readonly number[]): [low: number, high: number] {
  // 2,000 values, several times with each step of a zoom: no array is made for each of them.
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
