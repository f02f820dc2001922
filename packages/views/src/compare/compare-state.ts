import { METRICS, type MetricId } from '@basecase/ingest/model';

/**
 * The state of the compare page and its form in the URL. Reading a URL needs the schema (compare-search-params.ts)
 * and happens on the server only; the browser writes URLs and keeps the state itself in the history.
 */
export interface CompareState {
  server: string;
  workload: string;
  /** Slug of the base column; empty = the first column. */
  base: string;
  /** Slugs of the chosen columns; empty = the default choice; `all` alone = every column. */
  cols: string[];
  metric: MetricId;
  /** Ratio at or under which a throughput counts as slower. */
  t: number;
  /** What a change is judged by: noise, or the plain threshold. */
  rule: 'verdicts' | 'thresholds';
  /** Filter of the tests: `write -zipf`. */
  q: string;
  /** Only tests with a change. */
  only: boolean;
  /**
   * Slug of the column that tests are sorted by, smallest ratio first; with a `-` before it the largest first; empty =
   * the order of the domain.
   */
  sort: string;
  /** Ids of the folded groups. */
  fold: string[];
  /** The open cell. */
  cell: CellRef | null;
  /** Which repeat of the open cell the charts over time show: 1 is the first of the oldest run. */
  repeat: number;
  /** Slug of the one column that is shown on a narrow screen; empty = the newest. */
  show: string;
}

export interface CellRef {
  /** Key of the row. */
  test: string;
  /** Slug of the column. */
  column: string;
}

/** Between test and column of a cell. Test keys hold `=` and `_`, slugs `.` and `-`; neither holds `@`. */
export const CELL_SEPARATOR = '@';

/** `update-index_range=100@mysql-8.0.43`: a cell as it stands in the URL. */
export function cellText({ test, column }: CellRef): string {
  return test + CELL_SEPARATOR + column;
}

export const DEFAULT_COMPARE_STATE: CompareState = {
  server: '',
  workload: '',
  base: '',
  cols: [],
  metric: 'throughput',
  t: 0.95,
  rule: 'verdicts',
  q: '',
  only: false,
  sort: '',
  fold: [],
  cell: null,
  repeat: 1,
  show: '',
};

const TO_TEXT: { [Key in keyof CompareState]: (value: CompareState[Key]) => string } = {
  server: String,
  workload: String,
  base: String,
  cols: (slugs) => slugs.join(','),
  metric: (id) => METRICS[id].label,
  t: String,
  rule: String,
  q: String,
  only: (on) => (on ? '1' : ''),
  sort: String,
  fold: (groups) => groups.join(','),
  cell: (cell) => (cell ? cellText(cell) : ''),
  repeat: String,
  show: String,
};

/** The state as texts, defaults included. */
export function stateTexts(state: CompareState): Record<keyof CompareState, string> {
  const keys = Object.keys(TO_TEXT) as (keyof CompareState)[];
  return Object.fromEntries(keys.map((key) => [key, textOf(key, state)])) as Record<
    keyof CompareState,
    string
  >;
}

/**
 * The query of a state, defaults left out: `?server=pn53&metric=cpu/o`, or an empty string.
 *
 * @param from what the address without a query means: the frozen state on the page of a permalink
 */
export function serializeCompareState(state: CompareState, from = DEFAULT_COMPARE_STATE): string {
  const defaults = stateTexts(from);
  const parts = Object.entries(stateTexts(state)).flatMap(([key, value]) =>
    value === defaults[key as keyof CompareState] ? [] : [`${key}=${encode(value)}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** The path of the compare page in a state that differs from the default. */
export function compareHref(state: Partial<CompareState>): string {
  return `/compare${serializeCompareState({ ...DEFAULT_COMPARE_STATE, ...state })}`;
}

function textOf<Key extends keyof CompareState>(key: Key, state: CompareState): string {
  return TO_TEXT[key](state[key]);
}

/** Percent-encodes what must be; a link that people read and edit keeps `/ , = @ :` as they are. */
function encode(value: string): string {
  return encodeURIComponent(value)
    .replace(/%(2F|2C|3D|40|3A)/g, decodeURIComponent)
    .replace(/%20/g, '+');
}
