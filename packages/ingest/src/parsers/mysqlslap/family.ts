import { reportLostNames } from '../../checks/lost-rows';
import type { FileReporter } from '../../files/reporter';
import { type ClientLog, type ClientRun, clientRunsAssembler } from '../client-runs';
import type { FormatFamily } from '../family';
import { numberLine } from '../number-line';
import { byContent, type LogParser, wordsAnywhere } from '../parser';
import { BoundedList, textLines } from '../text-lines';
import { mysqlslapFormat as about } from './about';

const seconds = (word: string) =>
  new RegExp(String.raw`^[\t ]*${word} number of seconds to run all queries: (\d+\.\d+) seconds$`);
const LINES = [
  numberLine(seconds('Average'), ['time_per_op']),
  numberLine(seconds('Minimum'), ['latency_min']),
  numberLine(seconds('Maximum'), ['latency_max']),
];
/** `--csv`: engine, type, average, minimum, maximum, clients, queries per client. */
const CSV = numberLine(/^\w*,\w+,(\d+\.\d+),(\d+\.\d+),(\d+\.\d+),\d+,\d+$/, [
  'time_per_op',
  'latency_min',
  'latency_max',
]);
const CSV_WORDS = /^(\w*),(\w+),\d+\.\d+,\d+\.\d+,\d+\.\d+,(\d+),(\d+)$/;
const MAX_CLIENTS = 1_000_000;
const START = /^[\t ]*Benchmark$/;
const ENGINE = /^[\t ]*Running for engine (\w{1,40})$/;
const CLIENTS = /^[\t ]*Number of clients running queries: (\d{1,9})$/;
const QUERIES = /^[\t ]*Average number of queries per client: (\d{1,12})$/;
const CONTENT =
  /number of seconds to run all queries: |^\w*,(?:mixed|update|write|key|read),(?:\d+\.\d{3},){3}\d+,\d+\r?$/m;
/** One of them is in whatever the pattern finds. */
const LITERALS = [' to run all queries: ', ',mixed,', ',update,', ',write,', ',key,', ',read,'];
const MAX_LINE_BYTES = 500;

/** More blocks than a sweep has. */
const MAX_GRID = 1000;

/** One call of mysqlslap measures each of its engines with each of its numbers of clients. */
function reportGaps(runs: readonly ClientRun[], reporter: FileReporter, line: number | null): void {
  if (runs.length > MAX_GRID) return;
  const engineOf = ({ options }: ClientRun) => (options.length > 1 ? (options[0] ?? '') : '');
  const nameOf = (test: string, engine: string, clients: number | null) =>
    `${engine} with ${clients} clients (${test})`;
  const found = new Set(runs.map((run) => nameOf(run.test, engineOf(run), run.clients)));
  for (const test of new Set(runs.map((run) => run.test))) {
    const own = runs.filter((run) => run.test === test);
    const counts = [...new Set(own.map(({ clients }) => clients))];
    const engines = [...new Set(own.map(engineOf))];
    const wanted = engines.flatMap((engine) => counts.map((clients) => nameOf(test, engine, clients)));
    reportLostNames(reporter, wanted, found, { why: 'other engines have it', line });
  }
}

/** Text and `--csv`. A block is the time of one set of queries: each is sent by all clients. */
const mysqlslap: LogParser = {
  kind: 'mysqlslap',
  about: 'output of mysqlslap: `Average number of seconds to run all queries: 0.216 seconds`',
  score: byContent(CONTENT, /mysqlslap/i, { words: LITERALS }),
  fallback: wordsAnywhere(['number of seconds to run all queries: ']),
  valueLines: [...LINES, CSV].map(({ pattern }) => pattern),
  open(reporter) {
    const runs = new BoundedList<ClientRun>(reporter, 'blocks');
    let run: ClientRun | null = null;
    let last = 0;

    const open = (line: number, test = 'queries') => {
      run = { test, clients: null, options: [], numbers: new Map() };
      runs.add(run, line);
      return run;
    };

    const readCsv = (text: string, line: number): boolean => {
      const [, engine = '', test, clients, queries] = CSV_WORDS.exec(text) ?? [];
      if (test === undefined) return false;
      const own = open(line, test);
      own.clients = Number(clients) <= MAX_CLIENTS ? Number(clients) : null;
      own.options = [...(engine === '' ? [] : [engine]), `${queries} queries per client`];
      for (const [metric, at] of CSV.read(text, line)) own.numbers.set(metric, at);
      return true;
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, { line }) => {
        last = line;
        if (START.test(text)) open(line);
        if (readCsv(text, line)) return;
        for (const [metric, at] of LINES.flatMap((each) => each.read(text, line))) {
          // A block was pasted without its heading.
          if (metric === 'time_per_op' && (run === null || run.numbers.has(metric))) open(line);
          run?.numbers.set(metric, at);
        }
        const [, engine] = ENGINE.exec(text) ?? [];
        const [, clients] = CLIENTS.exec(text) ?? [];
        const [, queries] = QUERIES.exec(text) ?? [];
        if (engine !== undefined) run?.options.push(engine);
        if (queries !== undefined) run?.options.push(`${queries} queries per client`);
        if (clients !== undefined && run) run.clients = Number(clients);
      }),
      end(): ClientLog {
        reportGaps(runs.items, reporter, last || null);
        if (runs.items.some(({ numbers }) => !numbers.has('time_per_op'))) {
          const message = 'a block without its average: mysqlslap was stopped, or the file was cut';
          reporter.report('TRUNCATED_LOG', message, { line: last || null });
        }
        return { type: about.name, runs: runs.items };
      },
    };
  },
};

export const mysqlslapFormat: FormatFamily = {
  ...about,
  parsers: [mysqlslap],
  assembler: clientRunsAssembler({ type: about.name, product: 'MySQL' }),
};
