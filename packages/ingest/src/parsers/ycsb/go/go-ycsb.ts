import { type MaybeRelation, reportDisagreements } from '../../../checks/disagreements';
import { LostRows } from '../../../checks/lost-rows';
import { exact, over, printed } from '../../../checks/ranges';
import { productOfWord } from '../../../identity/names/products';
import { bytesContainAny } from '../../../text/contains-any';
import { toNumber } from '../../number-line';
import { BY_BYTES, byContent, type LogParser } from '../../parser';
import { type Spot, textLines } from '../../text-lines';
import { MAX_FACTS, type Operation, operationOf, testOf, workloadOfPath, YcsbRuns } from '../ycsb-log';
import { parseGoDuration } from './go-duration';
import {
  addGoFacts,
  baseName,
  cellAt,
  cellNumber,
  type GoRow,
  isReadable,
  latenciesOf,
  readGoRow,
} from './go-row';

const CONTENT =
  /^[\t >]{0,40}(?:[A-Z][A-Z0-9_-]{0,60}[ \t]*- (?:Takes\(s\): .{0,20}, Count: .{0,20}, OPS: |Count: \d{1,20}, Avg\(us\): )|"(?:dotransactions|threadcount)"="\w{1,20}"$)/m;
const LITERALS = ['Takes(s)', 'Avg(us): ', '"threadcount"', '"dotransactions"'];

/** What go-ycsb prints: its properties, rows of progress, and the rows after `Run finished`. */
export const goYcsb: LogParser = {
  kind: 'go-ycsb',
  about:
    'output of go-ycsb: `Run finished, takes 4m25.3s`, rows `READ   - Takes(s): 265.0, Count: 4998359, OPS: ...`',
  score: byContent(CONTENT, /ycsb/i, { words: LITERALS }),
  fallback: {
    most: BY_BYTES,
    score: ({ bytes }) => (bytesContainAny(bytes, END) && ROW.test(bytes.toString('latin1')) ? BY_BYTES : 0),
  },
  hasDetails: true,
  maxFacts: MAX_FACTS,
  /**
   * Reads what go-ycsb prints. Rows before `Run finished` are of the time since the start, and series; those after it are
   * the result. Details are those of the last run in a file.
   */
  open(reporter, details) {
    const runs = new YcsbRuns(reporter, 'go-ycsb');
    let isFinished = false;
    /** The last rows of releases of 2018, which print neither time nor rate: they count from the start. */
    const totals = new Map<string, { row: GoRow; line: number }>();
    const rows = new LostRows(reporter);
    /** Rows of the result that have details. */
    const final = new Set<string>();

    const close = () => {
      const run = runs.current;
      if (!run) return;
      if (!run.isComplete && totals.size > 0) {
        const message =
          'no line `Run finished`: the last rows count, which are totals since the start, without a rate';
        reporter.report('TRUNCATED_LOG', message, { line: runs.line || null, severity: 'info' });
        run.isComplete = true;
        for (const { row, line } of totals.values()) addTotal(run, row, line);
      } else if (!run.isComplete) {
        const message =
          'no line `Run finished`: go-ycsb was stopped, or the file was cut; its rows are progress';
        reporter.report('TRUNCATED_LOG', message, { line: runs.line || null });
      }
      totals.clear();
      const total = run.operations.find(({ name }) => name === 'TOTAL');
      run.throughput = total?.throughput ?? null;
      for (const { name, count } of run.operations)
        if (name !== 'TOTAL') rows.row(name, count?.value ?? null);
      // A read-modify-write counts in its parts, too: the rows may add up to more than TOTAL.
      if (run.isComplete) rows.end(runs.line || null, total?.count?.value ?? null);
      runs.close();
    };

    const restartDetails = () => {
      details?.clear();
      isFinished = false;
      final.clear();
    };

    const addProgress = (row: GoRow, line: number) => {
      const seconds = cellNumber(row, 'Takes');
      if (seconds === null || !details) return;
      const of = testOf(row.name);
      const rate = { id: 'throughput', label: 'ops/s since the start', unit: 'operations/s', of };
      details.series(rate).add(seconds, cellNumber(row, 'OPS'), line);
      const average = latenciesOf(row).find(([metric]) => metric === 'latency_avg')?.[1] ?? null;
      details
        .series({ id: 'latency_avg', label: 'avg since the start', unit: 's', of })
        .add(seconds, average, line);
    };

    const addRow = (row: GoRow, { line, bytes }: Spot) => {
      runs.rows += 1;
      if (details) {
        if (isFinished && final.has(row.name)) restartDetails();
        if (isFinished) final.add(row.name);
        else addProgress(row, line);
        addGoFacts(details, { row, group: row.name, line });
      }
      const { name, isFailed } = baseName(row.name);
      // Each kind has one row in a result: a second one is progress of the run that follows.
      if (runs.current?.isComplete && runs.current.operations.some((each) => isKnown(each, name, isFailed)))
        close();
      const run = runs.open();
      if (!run.isComplete) {
        if (!isFailed && name !== 'TOTAL') rows.progress(name);
        const isTotal = row.cells.every(({ key }) => key !== 'Takes' && key !== 'OPS');
        if (isTotal && (totals.has(row.name) || totals.size < MAX_FACTS)) totals.set(row.name, { row, line });
        return;
      }
      if (!isReadable(row)) reporter.unreadable(line, bytes);
      addTotal(run, row, line);
      reportDisagreements(goRelations(row, line), reporter);
    };

    const addTotal = (run: ReturnType<typeof runs.open>, row: GoRow, line: number) => {
      const { name, isFailed } = baseName(row.name);
      const operation = operationOf(run, name, line);
      if (!operation) return;
      const count = cellAt(row, 'Count', line);
      if (isFailed) {
        // Latencies of operations that failed are kept as facts of the file.
        operation.failed = count;
        return;
      }
      operation.count = count;
      operation.throughput = cellAt(row, 'OPS', line);
      for (const [metric, value] of latenciesOf(row)) operation.latencies.set(metric, { value, line });
    };

    const finish = (text: string, { line, bytes }: Spot) => {
      if (isFinished) restartDetails();
      isFinished = true;
      const [takes] = text.split(/\s/);
      if (takes) details?.facts.update({ group: 'run', name: 'takes', value: takes, line });
      if (runs.current?.isComplete) close();
      const run = runs.open();
      const seconds = parseGoDuration(text.trim());
      run.isComplete = true;
      if (seconds === null) reporter.unreadable(line, bytes);
      else run.runTimeS = { value: seconds, line };
    };

    const addHead = (text: string, line: number) => {
      const isHeading = HEADING.test(text);
      const [, name = '', value = ''] = PROPERTY.exec(text) ?? [];
      if (!isHeading && name === '') return;
      if (runs.current?.isComplete) close();
      const { settings } = runs.open();
      const count = toNumber(value);
      const isCount = count !== null && Number.isSafeInteger(count) && count > 0;
      if (name === 'threadcount' && isCount) settings.threads = count;
      else if (name === 'recordcount' && isCount) settings.records = count;
      else if (name === 'target' && isCount) settings.target = { value: count, line };
      else if (name === 'dotransactions') settings.phase = value === 'false' ? 'load' : 'run';
      else if (name === 'command' && (value === 'load' || value === 'run')) settings.phase = value;
      else if (name === 'propertyfile') settings.workload = workloadOfPath(value);
      else settings.product ??= name.includes('.') ? productOfWord(name.split('.')[0] ?? '') : null;
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, spot) => {
        runs.line = spot.line;
        const row = readGoRow(text);
        const duration = row ? undefined : FINISHED.exec(text)?.[1];
        if (row && row.kind === null) addRow(row, spot);
        else if (duration !== undefined) finish(duration, spot);
        else addHead(text, spot.line);
      }),
      end: () => {
        close();
        return runs.toLog();
      },
    };
  },
};

/** Behind output of the database, or of a script. */
const ROW = / *- Takes\(s\): [\d.]{1,20}, Count: \d{1,20}, OPS: /;
const END = ['Run finished, takes '];

const MAX_LINE_BYTES = 4096;
const FINISHED = /^[\t >]{0,40}Run finished, takes (.{0,60})$/;
/** `"threadcount"="96"`, between two rows of asterisks. */
const PROPERTY = /^[\t >]{0,40}"([a-z][\w.]{0,80})"="(.{0,400})"$/;
const HEADING = /^[\t >]{0,40}\*{3,} properties \*{3,}/;

function isKnown({ name, count, failed }: Operation, other: string, isFailed: boolean): boolean {
  return name === other && (isFailed ? failed : count) !== null;
}

/** Digits that rates and `Takes` are printed with. */
const DECIMALS = 1;

/** What a row says twice: OPS = Count / Takes. Both times are rounded, so that short runs say little. */
function goRelations(row: GoRow, line: number): MaybeRelation[] {
  const [count, takes, rate] = ['Count', 'Takes', 'OPS'].map((key) => cellNumber(row, key));
  if (typeof count !== 'number' || typeof takes !== 'number' || typeof rate !== 'number') return [];
  return [
    {
      of: [
        { name: 'OPS', value: rate, range: printed(rate, DECIMALS), line, metrics: ['throughput'] },
        { name: 'Count', value: count, range: exact(count), line, metrics: ['operations'] },
        { name: 'Takes', value: takes, range: printed(takes, DECIMALS), line, metrics: [] },
      ],
      left: printed(rate, DECIMALS),
      right: over(exact(count), printed(takes, DECIMALS)),
      words: `OPS = Count / Takes of ${row.name}`,
    },
  ];
}
