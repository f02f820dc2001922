import { type MaybeRelation, type Said, saidAt } from '../../checks/disagreements';
import { atLeast, exact, over, plus, times, widen } from '../../checks/ranges';
import type { IibenchLog } from './client/iibench-log';
import type { StepTotals } from './step-report/step-report-log';

/** Scripts and clients divide by clocks that they read a moment apart. */
const CLOCK_PART = 0.01;
/** `date` gives whole seconds, before and after. */
const SCRIPT_SECONDS = 1;

/**
 * `2 processes, 3000 rows-per-process, 31 seconds, 193.5 rows-per-second, 96.7 rows-per-second-per-user, ...`: every rate
 * is a count by the seconds.
 */
export function stepRelations(totals: StepTotals): MaybeRelation[] {
  const { line } = totals;
  const rate: Said['metrics'] = ['throughput', 'insert_rate'];
  const processes = saidAt(line, ['processes', totals.processes, 0]);
  const rows = saidAt(line, ['rows-per-process', totals.rowsPerProcess, 0]);
  const seconds = saidAt(line, ['seconds', totals.seconds, 0], ['elapsed']);
  const perS = saidAt(line, ['rows-per-second', totals.rowsPerS, 1], rate);
  const perClient = saidAt(line, ['rows-per-second-per-user', totals.rowsPerSPerClient, 1]);
  const queries = saidAt(line, ['queries', totals.queries, 0]);
  const queriesPerS = saidAt(line, ['queries-per-second', totals.queriesPerS, 1], ['throughput']);
  const clock = { low: Math.max(0, totals.seconds - SCRIPT_SECONDS), high: totals.seconds + SCRIPT_SECONDS };
  return [
    {
      of: [processes, rows, seconds, perS],
      left: times(exact(totals.processes), exact(totals.rowsPerProcess)),
      right: widen(times(perS.range, clock), CLOCK_PART),
      words: 'processes × rows-per-process = rows-per-second × seconds',
    },
    {
      of: [processes, perS, perClient],
      left: widen(perS.range, CLOCK_PART),
      // The rows that l.x indexes are in the rate of all, not in that of a user.
      right: atLeast(times(perClient.range, exact(totals.processes))),
      words: 'rows-per-second ≥ rows-per-second-per-user × processes',
    },
    {
      of: [queries, seconds, queriesPerS],
      left: exact(totals.queries),
      right: widen(times(queriesPerS.range, clock), CLOCK_PART),
      words: 'queries = queries-per-second × seconds',
    },
  ];
}

/** `Totals: 102.1 secs, 78345.2 rows/sec, 8000000 rows`, and the rows that the last line of the client counts. */
export function clientRelations({ totals, last }: Pick<IibenchLog, 'totals' | 'last'>): MaybeRelation[] {
  if (!totals) return [];
  const measured: Said['metrics'] = ['throughput', 'insert_rate', 'query_rate', 'delete_rate', 'elapsed'];
  const rows = saidAt(totals.line, ['rows', totals.rows, 0], measured);
  const perS = saidAt(totals.line, ['rows/sec', totals.rowsPerS, 1], measured);
  const seconds = saidAt(totals.line, ['secs', totals.seconds, 1], measured);
  const relations: MaybeRelation[] = [
    {
      of: [rows, perS, seconds],
      left: rows.range,
      right: widen(times(perS.range, seconds.range), CLOCK_PART),
      words: 'rows = rows/sec × secs',
    },
  ];
  if (last) {
    const counted: Said = {
      name: 't_ins of the last line',
      value: last.counts.insert,
      line: last.line,
      metrics: ['throughput', 'insert_rate'],
      range: exact(last.counts.insert),
    };
    relations.push({
      of: [rows, counted],
      // The last line may be of a second before the end.
      left: plus(counted.range, {
        low: 0,
        high: over(rows.range, exact(Math.max(1, totals.seconds))).high * 2,
      }),
      right: widen(rows.range, CLOCK_PART),
      words: 'rows = t_ins of the last line',
    });
  }
  return relations;
}
