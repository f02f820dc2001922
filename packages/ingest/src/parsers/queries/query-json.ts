import { toDisplayText } from '../../text/excerpt';
import type { ClientLog, ClientRun } from '../client-runs';
import { jsonSession } from '../json-session';
import { numberAt } from '../number-line';
import { BY_BYTES, type LogParser } from '../parser';
import { isMixing, isQueryColumn, isTimeColumn, queryOf, timeUnit } from '../results-table/query-table';
import { BoundedList } from '../text-lines';
import { queriesFormat as about } from './about';

/** `"query": 1`, `"name": "Q14b"`, `"q1": [1.5` */
const NAMED =
  /"(?:query(?:_?(?:id|no|num|number|name))?|name|q)"\s*:\s*(?:\d{1,3}\b|"(?:tpc-?(?:h|ds)[-_ ]?)?(?:q|query)?[-_ ]?\d{1,3}[a-d]?(?:\.sql)?")/i;
const KEYED = /"(?:tpc-?(?:h|ds)[-_ ]?)?q(?:uery)?[-_ ]?\d{1,3}[a-d]?(?:\.sql)?"\s*:\s*(?:[[{]|\d)/i;
/** `"elapsed_ms": 1500`, `"seconds": 1.5`, `"unit": "s"`, `"times_ms": {` */
const TIMED =
  /"(?:\w{0,30}(?:time|elapsed|duration|runtime|latency)s?_)?(?:s|secs?|seconds?|ms|msecs?|millis|milliseconds?|us|micros|microseconds?)"\s*:\s*[\d{]|"(?:time_?)?units?"\s*:\s*"/i;
const MAX_TEXT = 80;
const EXPONENTS: Readonly<Record<string, number>> = { s: 0, ms: -3, us: -6 };

const SUITES: readonly (readonly [RegExp, string])[] = [
  [/tpc-?ds/i, 'TPC-DS'],
  [/tpc-?h/i, 'TPC-H'],
  [/job|imdb/i, 'JOB'],
  [/ssb/i, 'SSB'],
];

/** A time whose query is known, in a unit that may be named further down. */
interface Timed {
  query: string;
  value: number;
  unit: string | null;
  line: number;
}

/** The fields of an object that are those of a query. */
interface Row {
  query: string | null;
  times: { field: string; value: number; line: number }[];
  /** Fields of times that hold no number. */
  unread: { value: unknown; line: number }[];
  isMixed: boolean;
}

/**
 * Times of queries as JSON of a script: a list of objects with a query and one time each, or an object with a time or a list of times
 * for each query. The unit is in the name of the field (`elapsed_ms`) or in `unit`. A file that leaves a doubt is not read.
 */
export const querySuiteJson: LogParser = {
  kind: 'query-suite-json',
  about:
    'JSON with times of queries: `[{"query": 1, "seconds": 1.5}, ...]`, `{"unit": "s", "q1": [1.5, 1.4]}`',
  isJson: true,
  score: ({ head }) => {
    const isJson = /^\s*[[{]/.test(head) && !head.includes('"basecaseResults"');
    return isJson && (NAMED.test(head) || KEYED.test(head)) && TIMED.test(head) ? BY_BYTES : 0;
  },
  open(reporter) {
    const found = new BoundedList<Timed>(reporter, 'runs of queries');
    const said = new Map<string, string>();
    let doubt: string | null = null;
    const rows: Row[] = [];
    const reportTime = (value: unknown, line: number) =>
      reporter.unreadable(line, Buffer.from(String(value)));
    return jsonSession<ClientLog>(
      reporter,
      {
        open(path) {
          rows[path.length] = { query: null, times: [], unread: [], isMixed: false };
        },
        value(path, value, line) {
          const field = path.findLast((key) => key !== '#') ?? '';
          const row = rows[path.length - 1];
          const query = isKeyOfQuery(field) ? queryOf(field) : null;
          const own = query === null ? null : (path.map(timeUnit).findLast((unit) => unit !== null) ?? null);
          if (query !== null && typeof value === 'number') found.add({ query, value, unit: own, line }, line);
          else if (query !== null && (own !== null || value === null)) reportTime(value, line);
          else if (path.at(-1) === '#' || !row) return;
          else if (isQueryColumn(field) || /^name$/i.test(field)) row.query ??= queryOf(String(value));
          else if (typeof value === 'number' && timeUnit(field) !== null)
            row.times.push({ field, value, line });
          else if (isTimeColumn(field)) row.unread.push({ value, line });
          else if (path.length === 1 || path.length === 2) said.set(field.toLowerCase(), textOf(value));
          if (row && isMixing(field)) row.isMixed = true;
        },
        close(path) {
          const row = rows[path.length];
          const key = path.at(-1) ?? '';
          const query = row?.query ?? (isKeyOfQuery(key) ? queryOf(key) : null);
          const [time, ...more] = row?.times ?? [];
          if (query !== null && !time)
            for (const { value, line } of row?.unread ?? []) reportTime(value, line);
          if (query === null || !time || !row?.times.some(({ field }) => isTimeColumn(field))) return;
          if (more.length > 0) doubt = 'a query has several times';
          else if (row?.isMixed) doubt = 'queries differ in engine, version or another setting';
          else found.add({ ...time, unit: timeUnit(time.field), query }, time.line);
        },
      },
      () => {
        const unit = timeUnit(said.get('unit') ?? said.get('units') ?? said.get('time_unit') ?? '');
        if (found.items.some((each) => each.unit === null && unit === null))
          doubt ??= 'no field names the unit';
        if (doubt !== null)
          reporter.report('METRIC_MISSING', `${doubt}: results.json can name the meaning of each value`);
        const options = optionsOf(said);
        const runs = (doubt === null ? found.items : []).flatMap((each): ClientRun[] => {
          const exponent = EXPONENTS[each.unit ?? unit ?? ''] ?? 0;
          const at = numberAt(String(each.value), each.line, exponent);
          if (!at || each.value < 0) return [];
          return [{ test: each.query, clients: null, options, numbers: new Map([['time_per_op', at]]) }];
        });
        const product = ['product', 'engine', 'system', 'dbms', 'database'].flatMap(
          (key) => said.get(key) || [],
        );
        const version = said.get('version') ?? said.get('engine_version');
        return {
          ...{ type: about.name, tool: 'query suite', runs },
          ...(product[0] !== undefined && { product: product[0] }),
          ...(version !== undefined && version !== '' && { version }),
        };
      },
    );
  },
};

/** `q1`, `query_7`: a number alone is a key of anything. */
function isKeyOfQuery(key: string): boolean {
  return /[a-z]/i.test(key) && queryOf(key) !== null;
}

function textOf(value: unknown): string {
  return toDisplayText(Buffer.from(String(value ?? '')))
    .slice(0, MAX_TEXT)
    .trim();
}

/** Suite and scale, of the fields that usually name them. */
function optionsOf(said: ReadonlyMap<string, string>): string[] {
  const names = ['benchmark', 'suite', 'workload', 'name', 'dataset'].map((key) => said.get(key) ?? '');
  const suite = SUITES.find(([form]) => names.some((name) => form.test(name)))?.[1];
  const scale = said.get('scale_factor') ?? said.get('scale') ?? said.get('sf');
  return [...(suite ? [suite] : []), ...(scale ? [`scale factor ${scale}`] : [])];
}
