import { LostRows, reportLostNames } from '../../checks/lost-rows';
import type { MetricId } from '../../model/metric';
import { toDisplayText } from '../../text/excerpt';
import { type ClientLog, type ClientRun, clientRunsAssembler } from '../client-runs';
import type { FormatFamily } from '../family';
import { jsonSession } from '../json-session';
import { numberAt, numberLine } from '../number-line';
import { byContent, type LogParser, scoreOf, wordsAnywhere } from '../parser';
import { BoundedList, textLines } from '../text-lines';
import { queriesFormat as about } from './about';
import { querySuiteJson } from './query-json';

const TYPE = about.name;
const MAX_TEXT = 80;

/** One run of a query. Without a time it failed. */
function timed(test: string, numbers: ClientRun['numbers'] = new Map()): ClientRun {
  return { test, clients: null, options: [], numbers };
}

function timeOf(value: unknown, line: number, exponent = 0): ClientRun['numbers'] {
  const at = typeof value === 'number' && value >= 0 ? numberAt(String(value), line, exponent) : null;
  return new Map<MetricId, NonNullable<typeof at>>(at ? [['time_per_op', at]] : []);
}

/** Texts of JSON are names here. */
function nameIn(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return (
    toDisplayText(Buffer.from(String(value)))
      .slice(0, MAX_TEXT)
      .trim() || null
  );
}

const MAX_QUERIES = 1000;
const CLICKBENCH_QUERIES = 43;

/**
 * `results/*.json` of ClickBench: of each of the 43 queries three runs in seconds, the first one of them on a cold cache. `null` is a
 * query that failed.
 */
const clickbench: LogParser = {
  kind: 'clickbench',
  about:
    'a result of ClickBench: JSON with `"system"`, `"load_time"` and `"result": [[0.1, 0.02, 0.02], ...]`',
  isJson: true,
  score: ({ head, name }) =>
    scoreOf(/"system"\s*:/.test(head) && /"load_time"\s*:/.test(head), /clickbench/i.test(name)),
  open(reporter) {
    const runs = new BoundedList<ClientRun>(reporter, 'runs of queries');
    const said = new Map<string, string>();
    let [query, attempt] = [-1, 0];
    let first: ClientRun | null = null;
    const ended: { query: number; runs: ClientRun[]; attempts: number; line: number }[] = [];
    let begun = 0;
    return jsonSession<ClientLog>(
      reporter,
      {
        open: (path) => {
          if (path.length !== 2 || path[0] !== 'result') return;
          query += 1;
          attempt = 0;
          first = null;
          begun = runs.items.length;
        },
        close: (path, line) => {
          if (path.length !== 2 || path[0] !== 'result') return;
          if (ended.length < MAX_QUERIES)
            ended.push({ query, runs: runs.items.slice(begun), attempts: attempt, line });
        },
        value(path, value, line) {
          const [name = ''] = path;
          if (name === 'load_time' && path.length === 1) runs.add(timed('load', timeOf(value, line)), line);
          else if (name === 'data_size' && path.length === 1) {
            const load = runs.items.find(({ test }) => test === 'load');
            if (typeof value === 'number') load?.numbers.set('data_size', { value, line });
            else reporter.report('METRIC_MISSING', 'data_size: expected a number', { line });
          } else if (name === 'result' && path.length === 3) {
            attempt += 1;
            const numbers = timeOf(value, line);
            const run = timed(attempt === 1 ? `q${query}.cold` : `q${query}`, numbers);
            if (numbers.size === 0)
              reporter.report('METRIC_MISSING', `q${query}: run ${attempt} has no time`, { line });
            // A query that failed has one result, of the runs after the first.
            if (attempt === 1) first = run;
            if (numbers.size > 0 || (attempt === 2 && first?.numbers.size === 0)) runs.add(run, line);
          } else if (path.length === 1) {
            const text = nameIn(value);
            if (text !== null) said.set(name, text);
          }
        },
      },
      () => {
        // Which run is missing is not known, and the first one is that of a cold cache.
        const most = ended.reduce((max, { attempts }) => Math.max(max, attempts), 0);
        const partial = ended.filter(({ attempts }) => attempts < most);
        for (const { query: number, attempts, line } of partial)
          reporter.report('METRIC_MISSING', `q${number}: ${attempts} of ${most} runs; not read`, { line });
        if (query >= 0 && query + 1 < CLICKBENCH_QUERIES) {
          const message = `${query + 1} of the ${CLICKBENCH_QUERIES} queries of ClickBench: where one is missing, those behind it have the name of another`;
          reporter.report('ROWS_LOST', message);
        }
        const leftOut = new Set(partial.flatMap((each) => each.runs));
        const machine = said.get('machine');
        const nodes = said.get('cluster_size');
        const options = ['ClickBench', ...(machine === undefined ? [] : [machine])];
        if (nodes !== undefined && nodes !== '1') options.push(`${nodes} nodes`);
        const product = said.get('system');
        const version = said.get('version');
        return {
          ...{
            type: TYPE,
            tool: 'ClickBench',
            runs: runs.items.filter((run) => !leftOut.has(run)).map((run) => ({ ...run, options })),
          },
          ...(product !== undefined && { product }),
          ...(version !== undefined && { version }),
        };
      },
    );
  },
};

const SUITES: readonly (readonly [RegExp, string])[] = [
  [/tpc-?ds/i, 'TPC-DS'],
  [/tpc-?h/i, 'TPC-H'],
  [/clickbench|hits/i, 'ClickBench'],
];

/** What `dfbench` of Apache DataFusion writes with `-o`: times of each iteration in milliseconds. */
const dfbench: LogParser = {
  kind: 'dfbench',
  about: 'JSON of dfbench: `"datafusion_version"`, and `"queries"` with the time of each iteration',
  isJson: true,
  score: ({ head, name }) =>
    scoreOf(
      /"(?:datafusion|benchmark)_version"\s*:/.test(head) && /"(?:queries|arguments)"\s*:/.test(head),
      /tpch|tpcds/i.test(name),
    ),
  open(reporter) {
    const runs = new BoundedList<ClientRun>(reporter, 'iterations');
    const said: Pick<ClientLog, 'version' | 'cores'> = {};
    let suite: string | null = null;
    let query = '';
    /** Of the query whose number follows them. */
    let open: ClientRun[] = [];
    return jsonSession<ClientLog>(
      reporter,
      {
        value(path, value, line) {
          const [top, , third] = path;
          const name = path.at(-1);
          const isVersion = name === 'datafusion_version' || (name === 'benchmark_version' && !said.version);
          if (top === 'context' && isVersion && typeof value === 'string') said.version = value;
          else if (top === 'context' && name === 'num_cpus' && typeof value === 'number') said.cores = value;
          else if (top === 'context' && path[1] === 'arguments')
            suite ??= SUITES.find(([form]) => form.test(String(value)))?.[1] ?? null;
          else if (top === 'queries' && third === 'query' && path.length === 3) {
            query = `q${/\d{1,3}[a-z]?$/.exec(String(value))?.[0] ?? String(value).slice(0, MAX_TEXT)}`;
            for (const run of open) run.test = query;
          } else if (third === 'iterations' && name === 'elapsed') {
            const run = timed(query, timeOf(value, line, -3));
            if (run.numbers.size === 0)
              reporter.report('VALUE_UNREADABLE', 'expected milliseconds', { line });
            else if (runs.add(run, line) && query === '') open.push(run);
          }
        },
        close: (path) => {
          if (path[0] !== 'queries' || path.length !== 2) return;
          query = '';
          open = [];
        },
      },
      () => {
        const options = suite === null ? [] : [suite];
        const named = runs.items.filter(({ test }) => test !== '').map((run) => ({ ...run, options }));
        return { type: TYPE, tool: 'dfbench', product: 'DataFusion', ...said, runs: named };
      },
    );
  },
};

const GO_TPC = [
  numberLine(/^[\t >]{0,40}\[Summary\] Q\d{1,2}: (\d+\.\d+)s$/, ['time_per_op']),
  numberLine(/^[\t >]{0,40}\[Summary\] Q\d{1,2}: (\d+\.\d+)ms$/, ['time_per_op'], 'ms'),
];
const GO_TPC_WORDS = ['[Current] Q', '[Summary] Q'];
const GO_TPC_ROW = /^[\t >]{0,40}\[(?:Current|Summary)\] Q\d{1,2}: \d[\d.]*m?s\r?$/m;

/** `go-tpc tpch run`: the rows `[Summary] Q1: 3.52s` are the means; those of `[Current]` are single runs. */
const goTpch: LogParser = {
  kind: 'go-tpc-tpch',
  about: 'output of `go-tpc tpch run`: rows `[Summary] Q1: 3.52s`',
  score: byContent(GO_TPC_ROW, /tpch/i, { words: GO_TPC_WORDS }),
  fallback: wordsAnywhere(['\n[Summary] Q1: ']),
  valueLines: GO_TPC.map(({ pattern }) => pattern),
  open(reporter) {
    const runs = new BoundedList<ClientRun>(reporter, 'queries');
    const rows = new LostRows(reporter);
    let scale: string | null = null;
    let last = 0;
    return {
      line: textLines(500, (text, { line }) => {
        last = line;
        scale ??= /\btpch\b.* --sf[ =](\d{1,6})\b/.exec(text)?.[1] ?? null;
        const test = `q${/Q(\d+):/.exec(text)?.[1] ?? ''}`;
        if (GO_TPC_ROW.test(text) && text.includes('[Current]')) rows.progress(test);
        for (const [metric, at] of GO_TPC.flatMap((each) => each.read(text, line))) {
          rows.row(test, at.value);
          runs.add(timed(test, new Map([[metric, at]])), line);
        }
      }),
      end(): ClientLog {
        rows.end(last || null);
        if (runs.items.length === 0) {
          const message = 'no row `[Summary]`: go-tpc was stopped, or the file was cut';
          reporter.report('TRUNCATED_LOG', message, { line: last || null });
        }
        const options = ['TPC-H', ...(scale === null ? [] : [`scale factor ${scale}`])];
        return { type: TYPE, tool: 'go-tpc', runs: runs.items.map((run) => ({ ...run, options })) };
      },
    };
  },
};

const TPROC_H = [
  numberLine(/^Vuser \d{1,7}:query \d{1,2} completed in (\d+(?:\.\d+)?) seconds$/, ['time_per_op']),
  numberLine(/^Vuser \d{1,7}:Completed \d{1,7} query set\(s\) in (\d+(?:\.\d+)?) seconds$/, ['time_per_op']),
];
const TPROC_H_WORDS = ['Executing Query ', ':query '];
const TPROC_H_LINE =
  /^Vuser (\d{1,7}):(?:query (\d{1,2}) completed in|Completed (\d{1,7}) query set\(s\) in) /;

const TPROC_H_START = /^Vuser (\d{1,7}):Executing Query (\d{1,2})\b/;

/** True for output of TPROC-H, which HammerDB prints with the same words around it as that of TPROC-C. */
export function isTprocH(bytes: Buffer): boolean {
  return (
    bytes.includes('Vuser ') &&
    TPROC_H_WORDS.some((word) => bytes.includes(word)) &&
    /^Vuser \d+:(?:query \d|Executing Query \d)/m.test(bytes.toString('latin1'))
  );
}

/** TPROC-H of HammerDB: `Vuser 1:query 14 completed in 6.533 seconds`, and the time of a set of 22 queries. */
const tprocH: LogParser = {
  kind: 'hammerdb-tproc-h',
  about: 'output of TPROC-H in HammerDB: `Vuser 1:query 14 completed in 6.533 seconds`',
  score: ({ bytes, name }) => scoreOf(isTprocH(bytes), /hammerdb|^hdb/i.test(name)),
  valueLines: TPROC_H.map(({ pattern }) => pattern),
  hasMessages: true,
  open(reporter) {
    const runs = new BoundedList<ClientRun>(reporter, 'queries');
    const users = new Set<string>();
    /** Queries that a virtual user began, and those that it ended. */
    const [begun, ended] = [new Set<string>(), new Set<string>()];
    let scale: string | null = null;
    let tool = 'HammerDB';
    let hasSet = false;
    let last = 0;
    return {
      line: textLines(500, (text, { line }) => {
        last = line;
        const [, version] = /^HammerDB CLI v(\d[\d.]{0,10})/.exec(text) ?? [];
        if (version !== undefined) tool = `HammerDB ${version}`;
        scale ??= /scale_fact(?: from \S+ to | *= *)(\d{1,6})\b/.exec(text)?.[1] ?? null;
        const [, by, number] = TPROC_H_START.exec(text) ?? [];
        if (number !== undefined && begun.size < MAX_QUERIES) begun.add(`q${number} of virtual user ${by}`);
        const [, user, query, sets] = TPROC_H_LINE.exec(text) ?? [];
        if (user === undefined) return;
        if (users.size < 10_000) users.add(user);
        hasSet ||= sets !== undefined;
        if (query !== undefined && ended.size < MAX_QUERIES) ended.add(`q${query} of virtual user ${user}`);
        const test = query === undefined ? (sets === '1' ? 'query set' : `${sets} query sets`) : `q${query}`;
        for (const [metric, at] of TPROC_H.flatMap((each) => each.read(text, line)))
          runs.add(timed(test, new Map([[metric, at]])), line);
      }),
      end(): ClientLog {
        const why = 'a line `Executing Query` shows that it ran';
        if (hasSet) reportLostNames(reporter, begun, ended, { why, line: last });
        if (!hasSet) {
          const message = 'no line `Completed ... query set(s)`: HammerDB was stopped, or the log was cut';
          reporter.report('TRUNCATED_LOG', message, { line: last || null });
        }
        const options = ['TPROC-H', ...(scale === null ? [] : [`scale factor ${scale}`])];
        const clients = users.size || null;
        return { type: TYPE, tool, runs: runs.items.map((run) => ({ ...run, clients, options })) };
      },
    };
  },
};

export const queriesFormat: FormatFamily = {
  ...about,
  parsers: [clickbench, dfbench, goTpch, tprocH, querySuiteJson],
  assembler: clientRunsAssembler({ type: TYPE }),
};
