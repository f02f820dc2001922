import type { NormalizedResult } from '../model/run';
import type { AssembleContext, RunPart } from '../parsers/family';

/** Largest that is stored of a count; of rows of a table the largest whole number that is exact. */
const MOST = 2 ** 31 - 1;
const MOST_ROWS = Number.MAX_SAFE_INTEGER;

/**
 * The one place where counts that identify a run or a test are found to be impossible, whatever name or log says them: 0
 * clients, or more than fit. They are left out, and reported. A range stays in the name of its test, so that tests of two
 * of them are not repeats of one.
 */
export function settleCounts(parts: readonly RunPart[], context: Pick<AssembleContext, 'note'>): RunPart[] {
  const settlerOf = settlersOf(context);
  return parts.map((part) => {
    const file = part.results[0]?.measurements[0]?.file ?? part.directory;
    const settle = settlerOf(file);
    const { workload, server } = part;
    return {
      ...part,
      workload: {
        ...workload,
        tables: settle('tables', workload.tables),
        rowsPerTable: settle('rows per table', workload.rowsPerTable, MOST_ROWS),
        clients: settle('clients', workload.clients),
      },
      server: server && { ...server, cores: settle('cores', server.cores) },
      cores: settle('cores', part.cores),
      results: part.results.map((result) => settleResult(result, settlerOf(fileOf(result, file)))),
    };
  });
}

type Settler = (what: string, value: number | null, most?: number) => number | null;

function settleResult(result: NormalizedResult, settle: Settler): NormalizedResult {
  const clients = settle('clients', result.clients);
  const range = settle('range', result.range);
  if (clients === result.clients && range === result.range) return result;
  const test = range === result.range ? result.test : `${result.test}.range${result.range}`;
  return { ...result, test, range, clients };
}

const fileOf = ({ measurements }: NormalizedResult, otherwise: string) => measurements[0]?.file ?? otherwise;

/** Each is reported once for a file, however many results it has. */
function settlersOf({ note }: Pick<AssembleContext, 'note'>): (file: string) => Settler {
  const reported = new Set<string>();
  return (file) =>
    (what, value, most = MOST) => {
      if (value === null || (Number.isInteger(value) && value >= 1 && value <= most)) return value;
      const text = `${what} of ${value}: expected a whole number from 1 to ${most}. Not stored.`;
      if (!reported.has(`${file} ${text}`)) note('VALUE_IMPLAUSIBLE', file, text);
      reported.add(`${file} ${text}`);
      return null;
    };
}
