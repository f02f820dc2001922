import { type MaybeRelation, reportDisagreements, type Said, saidAt } from '../../../checks/disagreements';
import { exact, times } from '../../../checks/ranges';
import type { FileReporter } from '../../../files/reporter';
import { hintedKind } from '../../../layout/file-name';
import type { MetricId } from '../../../model/metric';
import { toFinite } from '../../../text/finite';
import { type LogParser, type ParseSession, type Sample, scoreOf } from '../../parser';
import type { MetSummary, MetValue } from '../log/sysbench-log';

/**
 * `sb.met.*`: what run scripts computed from iostat and vmstat. Two tables of a header and a row, tab-separated:
 *
 *     samp	r/s	rMB/s	w/s	wMB/s	r/o	rKB/o	wKB/o	o/s
 *     339	0.0	0.0	13.1	0.1	0.000	0.000	0.001	98500
 *
 * Its cs and cpu values are 4-5% low: the scripts count vmstat's repeated headers as samples of zero.
 */
export const mytoolsMet: LogParser = {
  kind: 'sb.met',
  about: 'costs per operation of one test: `samp r/s rMB/s ...` and `samp cs/s cpu/s ...`, each with a row',
  score: scoreMet,
  open: openMet,
};

const TITLE = 'iostat, vmstat normalized by operation rate';
const HEADER = /^samp\s+(?:r\/s|cs\/s|rMB\/s)\s/m;

function scoreMet({ name, head }: Sample): number {
  return scoreOf(head.startsWith(TITLE) || HEADER.test(head), hintedKind(name) === 'met', 0.3);
}

function openMet(reporter: FileReporter): ParseSession {
  const values = new Map<MetricId, MetValue>();
  let next: string[] | null = null;
  return {
    line(bytes, start, end, line) {
      const text = bytes.toString('latin1', start, end).trim();
      if (text === '' || text === TITLE) return;
      const cells = text.split(/\t+| +/);
      const header = next;
      next = cells[0] === 'samp' ? cells : null;
      if (next) return;
      const numbers = cells.map((cell) => toFinite(cell));
      if (!header || numbers.length !== header.length || numbers.includes(null))
        reporter.unparsed(header ? `${header.length} numbers` : 'a header', line, bytes.subarray(start, end));
      if (!header) return;
      if (!numbers.includes(null))
        reportDisagreements(metRelations({ header, cells, numbers, line }), reporter);
      for (const [index, name] of header.entries()) {
        const column = name === 'samp' ? samplesColumn(header) : COLUMNS[name];
        const value = numbers[index];
        if (!column || value === null || value === undefined) continue;
        values.set(column[0], { metric: column[0], value: value * column[1], line });
      }
    },
    end(): MetSummary {
      const message = 'expected a header that starts with `samp` and a row of numbers';
      if (values.size === 0) reporter.report('TRUNCATED_LOG', message);
      return { type: 'met', values: [...values.values()] };
    },
  };
}

function samplesColumn(header: readonly string[]): readonly [MetricId, number] {
  return [header.includes('cs/s') ? 'samples_vmstat' : 'samples_iostat', 1];
}

/** Per second and per operation, and what makes one unit of them: `r/o` × `o/s` = `r/s`. KB are per operation, MB per second. */
const QUOTIENTS = [
  ['r/s', 'r/o', 1],
  ['rMB/s', 'rKB/o', 1024],
] as const;

interface Row {
  header: readonly string[];
  cells: readonly string[];
  numbers: readonly (number | null)[];
  line: number;
}

/** What a row of iostat says twice: r/s is r/o × o/s. */
function metRelations(row: Row): MaybeRelation[] {
  const operations = find(row, 'o/s');
  if (!operations) return [];
  return QUOTIENTS.map(([perS, perOp, unit]) => {
    const [rate, cost] = [find(row, perS), find(row, perOp)];
    if (!rate || !cost) return null;
    return {
      of: [rate, cost, operations],
      left: times(rate.range, exact(unit)),
      right: times(cost.range, operations.range),
      words: `${perS} = ${perOp} × o/s`,
    };
  });
}

function find({ header, cells, numbers, line }: Row, name: string): Said | null {
  const index = header.indexOf(name);
  const value = numbers[index];
  const column = COLUMNS[name];
  if (value === null || value === undefined || !column) return null;
  const decimals = cells[index]?.split('.')[1]?.length ?? 0;
  return saidAt(line, [name, value, decimals], [column[0]]);
}

const MB = 1024;

/** Column → metric and factor to its unit. The first column, `samp`, belongs to the tool of the table. */
const COLUMNS: Record<string, readonly [metric: MetricId, factor: number]> = {
  'r/s': ['reads_per_s', 1],
  'rMB/s': ['read_kb_per_s', MB],
  'w/s': ['writes_per_s', 1],
  'wMB/s': ['write_kb_per_s', MB],
  'r/o': ['reads_per_op', 1],
  'rKB/o': ['read_kb_per_op', 1],
  'wKB/o': ['write_kb_per_op', 1],
  'o/s': ['throughput', 1],
  'cs/s': ['cs_per_s', 1],
  'cpu/s': ['cpu_percent', 1],
  'cs/o': ['cs_per_op', 1],
  'cpu/o': ['cpu_per_op', 1],
};
