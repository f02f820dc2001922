/**
 * Writes one line for the operator. Standard error is what every way of running this process collects.
 *
 * @param where what was being done, e.g. `trpc compare.view`
 */
export function logError(where: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${new Date().toISOString()} ${where}: ${text}\n`);
}
