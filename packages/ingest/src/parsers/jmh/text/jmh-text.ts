import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { containsAny } from '../../../text/contains-any';
import { pushResult, RepeatNames } from '../../micro-benchmark/limits';
import type { LogParser, ParseSession, Sample } from '../../parser';
import type { JmhBenchmark, JmhLog } from '../jmh-log';
import { parseHeader, parseRow, type TableHeader, type TableRow } from './table-row';

/** What JMH prints: the table at its end counts, also where it was pasted into another text. Iterations are not read. */
export const jmhText: LogParser = {
  kind: 'jmh-text',
  about: 'output of JMH: `# JMH version: 1.37`, or its table `Benchmark  Mode  Cnt  Score  Error  Units`',
  score: scoreText,
  hasDetails: true,
  open: openJmhText,
};

const LITERALS = ['# JMH', ' Units'];
const CONTENT = [
  /^(?:\[INFO\] )?# JMH(?: version:)? \d/m,
  /^(?:\[INFO\] )?Benchmark\s.*\bMode\s+(?:Cnt|Samples)\b.*\b(?:Score|Mean)\b.*\bUnits\s*$/m,
];

function scoreText({ name, head }: Sample): number {
  if (!containsAny(head, LITERALS) || !CONTENT.some((pattern) => pattern.test(head))) return 0;
  return /jmh/i.test(name) ? 1 : 0.9;
}

const PERCENTILE = /^(?:.*·|\w+)?p([01]\.\d{1,6})$/;
const ALLOCATED = 'gc.alloc.rate.norm';

const MAX_LINE = 4096;
/** `# JMH version: 1.37`, `# JMH 1.21 (released 1 day ago)` */
const VERSION = /^# JMH(?: version:)? (\d[\w.-]{0,30})/;
/** `# Threads: 4 threads, will synchronize iterations` */
const THREADS = /^# Threads: (\d{1,6}) threads?\b/;
/** `# Benchmark: org.example.Store.get` */
const BENCHMARK = /^# Benchmark: (\S+)/;
/** Maven prints it before each line. */
const PREFIX = /^\[INFO\] /;

/** Reads the tables, and the lines before them. Every row is a set of facts, those of profilers too. */
function openJmhText(reporter: FileReporter, details?: DetailsBuilder): ParseSession {
  const log: JmhLog = { type: 'jmh', source: 'text', version: null, benchmarks: [] };
  const { benchmarks } = log;
  const names = new RepeatNames();
  /** Null when benchmarks ran with different numbers of them. */
  let threads: number | null | undefined;
  /** The benchmark that runs; null after the table. */
  let running: { name: string; line: number } | null = null;
  let tables = 0;
  /** Of the table that is open. */
  let header: TableHeader | null = null;

  const readHead = (text: string, line: number) => {
    const [version, count, name] = [VERSION, THREADS, BENCHMARK].map((pattern) => pattern.exec(text)?.[1]);
    if (version !== undefined) {
      log.version ??= version;
      details?.facts.add({ name: 'JMH version', value: version, line });
    } else if (count !== undefined) {
      const value = Number(count);
      threads = threads === undefined || threads === value ? value : null;
      details?.facts.add({ name: 'threads', value: String(value), line });
    } else if (name !== undefined) running = { name, line };
  };

  const readRow = (row: TableRow, line: number) => {
    const { name, params, mode, score, isRounded, unit } = row;
    if (isRounded) {
      const message = `${name}: ≈ ${score.text} ${unit} is too imprecise to compare`;
      reporter.report('jmh:ROUNDED', message, { line });
    } else if (score.value === null) {
      reporter.unreadable(line, Buffer.from(`${name}: ${score.text} ${unit}`));
    }
    const benchmark: JmhBenchmark = {
      ...{ name, params, mode, unit, line, threads: null, table: tables },
      score: score.value === null ? null : { value: score.value, line },
      ...{ iterations: [], percentiles: [], allocated: [], allocatedScore: null },
    };
    pushResult(benchmarks, benchmark, reporter);
  };

  /** Rows of metrics follow that of their benchmark; those that have no metric here are facts. */
  const readMetric = (metric: string, { name, params, mode, score, unit }: TableRow, line: number) => {
    const share = PERCENTILE.exec(metric)?.[1];
    if (share === undefined && metric !== ALLOCATED) return;
    const last = benchmarks.at(-1);
    const isOfLast = last?.name === name && last.params === params && last.mode === mode;
    if (!isOfLast || last.table !== tables) {
      const message = `expected ${metric} to follow the row of ${name}`;
      reporter.report('LINE_UNPARSED', message, { line });
    } else if (score.value === null) {
      reporter.unreadable(line, Buffer.from(`${name}:${metric}: ${score.text} ${unit}`));
    } else if (share !== undefined && unit === last.unit) {
      last.percentiles.push({ percent: Number(`${share}e2`), value: score.value, line });
    } else if (metric === ALLOCATED && unit === 'B/op') {
      last.allocatedScore = { value: score.value, line };
    }
  };

  const inTable = (text: string, table: TableHeader, line: number, bytes: Buffer) => {
    const row = parseRow(text, table);
    if (row) {
      const own = row.metric === null ? row.name : `${row.name}:${row.metric}`;
      if (details)
        addFacts(details, names.next(row.params === '' ? own : `${own}[${row.params}]`), row, line);
      if (row.metric === null) readRow(row, line);
      else readMetric(row.metric, row, line);
    } else if (!/^\s*$|^```|^~~~/.test(text) && /\s(?:thrpt|avgt|sample|ss)\s/.test(text))
      reporter.unparsed('a row: name, mode, count, score, error, unit', line, bytes);
    // A blank line ends a table, and in Markdown the end of its block.
    else header = null;
  };

  return {
    line(bytes, start, end, line) {
      const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE)).replace(PREFIX, '');
      const next = text.startsWith('Benchmark') ? parseHeader(text) : null;
      if (next) {
        header = next;
        tables += 1;
        running = null;
      } else if (header) inTable(text, header, line, bytes.subarray(start, end));
      else if (text.startsWith('# ')) readHead(text, line);
      else if (text.startsWith('<failure>')) {
        const message = `${running?.name ?? 'a benchmark'} failed; the next lines have the reason`;
        reporter.report('TOOL_FAILED', message, { line });
      }
    },
    end(): JmhLog {
      if (running) {
        const text = `no table follows ${running.name}: JMH was killed or the file was cut. Run it again.`;
        reporter.report('TRUNCATED_LOG', text, { line: running.line });
      } else if (benchmarks.length === 0 && reporter.total === 0)
        reporter.report('NO_RESULT', 'no table with results');
      return { ...log, benchmarks: benchmarks.map((each) => ({ ...each, threads: threads ?? null })) };
    },
  };
}

function addFacts({ facts }: DetailsBuilder, group: string, row: TableRow, line: number): void {
  const { mode, count, score, isRounded, error, unit } = row;
  facts.add({ group, name: 'mode', value: mode, line });
  if (count !== null) facts.add({ group, name: 'count', value: count, line });
  const value = isRounded ? `≈ ${score.text}` : score.text;
  facts.add({ group, name: 'score', value, number: score.value, unit, line });
  if (error !== null) facts.add({ group, name: 'error', value: error, unit, line });
}
