import { reportDisagreements } from '../../../checks/disagreements';
import { LostRows } from '../../../checks/lost-rows';
import type { FileReporter } from '../../../files/reporter';
import { isPgbenchLogName } from '../../../identity/names/file-name';
import { SecondRates } from '../../../model/metrics/stalls';
import { bytesContainAny, containsAny } from '../../../text/contains-any';
import type { NumberAt } from '../../number-line';
import { BY_BYTES, type LogParser, scoreOf } from '../../parser';
import { BoundedList, type Spot, textLines } from '../../text-lines';
import { isProgressLine, PROGRESS_LINES, readProgressLine } from '../progress/progress-line';
import { newPgbenchDetails } from './pgbench-details';
import {
  type AbortedClients,
  isIncomplete,
  isWhole,
  type PgbenchLog,
  type PgbenchSummary,
  throughputOf,
} from './pgbench-log';
import { newRunContext } from './run-context';
import { type LineValues, readScriptLine, readText, readTopLine, SUMMARY_LINES } from './summary-lines';
import { summaryRelations } from './summary-relations';

/** What pgbench prints, 8.0 to 18: summaries, progress, and what it says of its clients; pasted blocks too. */
export const pgbench: LogParser = {
  kind: 'pgbench',
  about: 'output of pgbench: `transaction type:` and what follows, or `progress: 5.0 s, 3029.2 tps, ...`',
  score: ({ head, name }) =>
    scoreOf(containsAny(head, LITERALS) && CONTENT.test(head), isPgbenchLogName(name), 0.3),
  fallback: {
    most: BY_BYTES,
    score: ({ bytes }) => (SUMMARY.every((line) => bytesContainAny(bytes, line)) ? BY_BYTES : 0),
  },
  valueLines: [...SUMMARY_LINES, ...PROGRESS_LINES],
  hasDetails: true,
  maxFacts: 2000,
  /**
   * Reads summaries in the order of the file, each from `transaction type:` to what follows its tps. Progress is drawn as
   * series for each run; every line of the summaries and the latencies of statements are facts.
   */
  open(reporter, details) {
    const summaries = new BoundedList<PgbenchSummary>(reporter, 'summaries');
    const log: PgbenchLog = { type: 'pgbench', summaries: summaries.items, progressLines: 0, aborted: null };
    const context = newRunContext();
    let current: PgbenchSummary | null = null;
    /** First line of a run that has begun after the last summary; null when none has. */
    let begun: number | null = null;
    let error: { line: number; text: string } | null = null;
    /** Clients that aborted since the last summary, and the first line that reports one. */
    let aborting: { clients: Set<number>; line: number } | null = null;
    let lastLine = 0;
    let seconds = new SecondRates('since-last');

    const takeAborted = (): AbortedClients | null => {
      const taken = aborting && { clients: aborting.clients.size, line: aborting.line };
      aborting = null;
      return taken;
    };

    const finish = () => {
      const summary = current;
      current = null;
      if (!summary || !summaries.add(summary, summary.firstLine)) return;
      reportSummary(summary, reporter);
      // What is left of a run whose clients gave up fits nothing.
      if (!summary.aborted) reportDisagreements(summaryRelations(summary), reporter);
    };

    const open = (line: number, type: string | null): PgbenchSummary => {
      finish();
      begun = null;
      current = {
        firstLine: line,
        ...context.take(),
        type,
        queryMode: null,
        partitionMethod: null,
        values: {},
        scripts: [],
        aborted: takeAborted(),
        seconds: seconds.figures(),
        isShortened: false,
      };
      seconds = new SecondRates('since-last');
      return current;
    };

    /** Settings that are not printed again are those of the summary above, from whose lines they come. */
    const openShortened = ({ type, queryMode, partitionMethod, values }: PgbenchSummary, line: number) => {
      const { scale, clients, threads, partitions, maxTries } = values;
      const settings = { scale, clients, threads, partitions, maxTries };
      const known = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
      const shortened = { type, queryMode, partitionMethod, values: known, isShortened: true };
      return Object.assign(open(line, null), shortened);
    };

    /** A run that begins after a summary: clients that aborted before it are those of the summary. */
    const begin = (line: number) => {
      if (!current || !throughputOf(current) || begun !== null) return;
      current.aborted = joinAborted(current.aborted, takeAborted());
      begun = line;
    };

    const set = (
      into: Partial<Record<string, NumberAt>>,
      values: LineValues<string>,
      { line, bytes }: Spot,
    ) => {
      for (const [field, value] of values ?? []) {
        if (Number.isFinite(value)) into[field] ??= { value, line };
        else reporter.unreadable(line, bytes);
      }
    };

    const readTop = (values: NonNullable<ReturnType<typeof readTopLine>>, spot: Spot) => {
      const [field] = values[0] ?? [];
      if (!field) return;
      // A block without its first lines: some authors leave them out of the second run of a series.
      let into = current ?? open(spot.line, null);
      if (into.values[field] || (throughputOf(into) && !field.startsWith('tps')))
        into = openShortened(into, spot.line);
      set(into.values, values, spot);
    };

    /** Lines that count within a summary only. */
    const readRest = (summary: PgbenchSummary, text: string, spot: Spot): boolean => {
      const mode = readText(text, 'queryMode');
      const method = readText(text, 'partitionMethod');
      const name = readText(text, 'script');
      if (mode !== null) summary.queryMode ??= mode;
      else if (method !== null) summary.partitionMethod ??= method;
      else if (name !== null) {
        if (summary.scripts.length < MAX_SCRIPTS) summary.scripts.push({ name, line: spot.line, values: {} });
      } else {
        const values = readScriptLine(text);
        const last = summary.scripts.at(-1);
        if (!values || !last) return false;
        set(last.values, values, spot);
      }
      return true;
    };

    const charts = details && newPgbenchDetails(details);

    const read = (text: string, spot: Spot) => {
      const { line } = spot;
      const type = readText(text, 'type');
      const top = type === null ? readTopLine(text) : null;
      charts?.line(text, { type, isTop: top !== null, line });
      if (type !== null) open(line, type);
      else if (top) readTop(top, spot);
      else if (current && readRest(current, text, spot)) return;
      else if (text.startsWith(VACUUM)) begin(line);
      else if (ERROR.test(text)) error ??= { line, text };
      else if (context.line(text, line) === 'started') begin(line);
    };

    const reportNone = () => {
      const { aborted, progressLines } = log;
      const failure = error ?? (aborted && { line: aborted.line, text: 'clients aborted' });
      if (failure) {
        const message = `no summary: ${failure.text.slice(0, 200)}`;
        reporter.report('TOOL_FAILED', message, { line: failure.line });
      } else if (progressLines > 0) {
        const message = `${progressLines} progress lines and no summary: it is in another file, or pgbench was stopped`;
        reporter.report('NO_RESULT', message);
      } else {
        const message = 'no summary: pgbench was stopped, or the file was cut';
        reporter.report('TRUNCATED_LOG', message, { line: lastLine || null });
      }
    };

    return {
      line: textLines(MAX_LINE_BYTES, (printed, spot) => {
        const { line } = spot;
        lastLine = line;
        const text = printed.replace(QUOTE, '');
        const client = ABORTED_CLIENT.exec(text)?.[1];
        if (isProgressLine(text)) {
          log.progressLines += 1;
          begin(line);
          const progress = readProgressLine(text);
          if (progress) seconds.add(progress.second, progress.values.tps ?? null, line);
          charts?.progress(text, line);
        } else if (ABORTED_RUN.test(text)) {
          const owner = current ?? log;
          owner.aborted = joinAborted(owner.aborted, joinAborted(takeAborted(), { clients: null, line }));
        } else if (client !== undefined) {
          aborting ??= { clients: new Set(), line };
          if (aborting.clients.size < MAX_CLIENTS) aborting.clients.add(Number(client));
        } else read(text, spot);
      }),
      end: () => {
        const owner = begun === null ? (current ?? log) : log;
        owner.aborted = joinAborted(owner.aborted, takeAborted());
        finish();
        if (begun !== null) {
          const message = 'a run that began here has no summary: pgbench was stopped, or the file was cut';
          reporter.report('TRUNCATED_LOG', message, { line: begun });
        }
        if (summaries.items.length === 0) reportNone();
        charts?.end();
        return log;
      },
    };
  },
};

/** At the beginning of a line, behind what a pasted block is quoted with. */
const CONTENT = new RegExp(
  String.raw`^[\t >]{0,40}(?:${[
    String.raw`pgbench \((?:PostgreSQL\) )?\d`,
    'pgbench: (?:error|fatal|client \\d|pghost)',
    'transaction type:',
    String.raw`progress: \d+\.\d+ s, \S+ tps, lat `,
    'number of (?:transactions actually processed|processed transactions): ',
    String.raw`tps = \d+\.\d+ ?\((?:in|ex)cluding `,
    String.raw`tps = \d+\.\d+ \(without initial `,
    String.raw`SQL script \d+: `,
  ].join('|')})`,
  'm',
);
const LITERALS = [
  'pgbench',
  'transaction type:',
  ' tps, lat ',
  'actually processed',
  'processed tr',
  'tps = ',
  'SQL script ',
];

/** A summary behind a load of the tables or a long text. */
const SUMMARY = [['\ntransaction type:'], ['\nnumber of transactions actually processed: ']];

/** Lines of a summary are short; the path of a script may be long. */
const MAX_LINE_BYTES = 4200;
const MAX_SCRIPTS = 1000;
const QUOTE = /^[\t >]{1,40}/;
const VACUUM = 'starting vacuum...';
const ERROR = /^pgbench: (?:error|fatal): /;
/**
 * `pgbench: error: client 3 aborted in command 5 (SQL) of script 0; ...`, `client 3 script 0 aborted in command ...`,
 * `Client 3 aborted in state 5: ...` of 9.x.
 */
const ABORTED_CLIENT = /^(?:pgbench: (?:error|fatal): )?client (\d{1,9}) (?:script \d{1,9} )?aborted\b/i;
/** The last line since 13. */
const ABORTED_RUN = /^pgbench: (?:error|fatal): Run was aborted; the above results are incomplete\./;
/** More clients than any run has: what a hostile log names must not fill the memory. */
const MAX_CLIENTS = 10_000;

/** Both say of one run that it was aborted. */
function joinAborted(a: AbortedClients | null, b: AbortedClients | null): AbortedClients | null {
  if (a === null || b === null) return a ?? b;
  const clients = a.clients === null && b.clients === null ? null : (a.clients ?? 0) + (b.clients ?? 0);
  return { clients, line: Math.min(a.line, b.line) };
}

/** Threads count scripts without a lock, and now and then one is not counted: 245 of 200,000 in a run of two threads. */
const SCRIPT_SLACK = 0.02;

/** A script without its numbers, or one that is missing: all of them add up to the transactions. */
function reportScripts({ scripts, values, firstLine }: PgbenchSummary, reporter: FileReporter): void {
  const rows = new LostRows(reporter);
  for (const [index, { values: own, line }] of scripts.entries()) {
    rows.row(String(index), own.processed?.value ?? 0);
    if (own.processed) continue;
    const message = `no line \`- ... transactions\` of script ${index + 1}`;
    reporter.report('ROWS_LOST', message, { line });
  }
  if (scripts.every(({ values: own }) => own.processed) && scripts.length > 0)
    rows.end(
      values.processed?.line ?? firstLine,
      values.processed?.value,
      SCRIPT_SLACK * (values.processed?.value ?? 0),
    );
}

/** Reports missing parts of a summary and the limits of its numbers. */
function reportSummary(summary: PgbenchSummary, reporter: FileReporter): void {
  const { firstLine, values, aborted, isShortened } = summary;
  if (isShortened) {
    const message = 'no `transaction type:` above these lines; settings are those of the summary before';
    reporter.report('pgbench:SHORTENED', message, { line: firstLine });
  }
  if (!isWhole(summary)) {
    const message =
      'expected `transaction type:` and what follows it above these lines: the script is unknown';
    reporter.report('TRUNCATED_LOG', message, { line: firstLine });
    return;
  }
  reportScripts(summary, reporter);
  const tps = throughputOf(summary);
  if (aborted) reportAborted(summary, reporter);
  else if (!tps) {
    const message =
      'no line `tps = ... (without initial connection time)`, or `(excluding ...)`: no throughput';
    reporter.report('TRUNCATED_LOG', message, { line: firstLine });
  } else if (isIncomplete(summary)) {
    const { processed, target } = values;
    const message = `${processed?.value} of ${target?.value} transactions were processed; the result is kept as failed`;
    reporter.report('CLIENTS_FAILED', message, { line: processed?.line ?? firstLine });
  }
  if (values.lagAvgMs) {
    const message =
      'limited by -R: the TPS is the rate that was asked for, latencies count from the scheduled start';
    reporter.report('pgbench:RATE_LIMITED', message, { line: values.lagAvgMs.line });
  }
}

function reportAborted(summary: PgbenchSummary, reporter: FileReporter): void {
  const { aborted } = summary;
  if (!aborted) return;
  const who = aborted.clients === null ? 'clients' : `${aborted.clients} clients`;
  const at = { line: aborted.line };
  if (throughputOf(summary)) {
    reporter.report('CLIENTS_FAILED', `${who} aborted; the result is incomplete and kept as failed`, at);
  } else {
    reporter.report('TOOL_FAILED', `${who} aborted before there was a result`, at);
  }
}
