/** sysbench 1.x, sysbench 0.x and db_bench. */
const SECONDS = /--(?:time|max-time|duration)[= ](\d{1,9})(?=\s|$)/g;

/**
 * Seconds that a test was to take, as its command line says; the last one counts, as for the tools. Null where it does not
 * say, or says 0: no limit.
 */
export function runSeconds(command: string | null): number | null {
  if (command === null) return null;
  const last = [...command.matchAll(SECONDS)].at(-1)?.[1];
  const seconds = last === undefined ? 0 : Number(last);
  return seconds > 0 && seconds <= MAX_SECONDS ? seconds : null;
}

/** Largest that is stored. */
const MAX_SECONDS = 2 ** 31 - 1;
