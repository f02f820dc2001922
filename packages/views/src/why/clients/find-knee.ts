/** Twice the clients bring less than this times the throughput: it stops scaling. */
const LEAST_GAIN = 1.3;

/**
 * Where throughput stops scaling: the number of clients from which on every step brings less than 1.3 times the
 * throughput for twice the clients; other steps are measured by the same power, 48 after 32 as 1.3^0.58.
 *
 * @param points by rising number of clients
 * @returns index of the last point that was worth its clients; null when the last step still is
 */
export function findKnee(points: readonly { clients: number; value: number }[]): number | null {
  let knee: number | null = null;
  for (let index = points.length - 1; index > 0; index -= 1) {
    const [before, after] = [points[index - 1], points[index]];
    if (!before || !after || before.value <= 0) return knee;
    const doublings = Math.log2(after.clients / before.clients);
    if (after.value / before.value >= LEAST_GAIN ** doublings) return knee;
    knee = index - 1;
  }
  return knee;
}
