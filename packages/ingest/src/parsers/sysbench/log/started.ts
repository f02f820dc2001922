const STARTED = 'Threads started!';
const EXCLAMATION = 33;

/** True for the line after which the test's own output begins. Threads may have printed EXPLAIN text before it. */
export function isStartedLine(bytes: Buffer, start: number, end: number): boolean {
  return (
    bytes[end - 1] === EXCLAMATION &&
    end - start >= STARTED.length &&
    bytes.toString('latin1', end - STARTED.length, end) === STARTED
  );
}
