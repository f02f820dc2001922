import { MAX_PAGE, MAX_TEXT } from '@basecase/contract/words';
import {
  flag,
  foldedGroups,
  joined,
  metric,
  oneOf,
  repeated,
  serverSlug,
  single,
  slugs,
  text,
  threshold,
  whole,
} from '../url/fields';
import { encodeValue, type StateOf, urlCodec } from '../url/url-codec';
import { WHAT_IF_FIELDS } from './what-if-state';

export interface CellRef {
  /** Key of the row. */
  test: string;
  /** Slug of the column. */
  column: string;
}

/** Between test and column of a cell, the last of its kind: tests may hold it, slugs hold only `.`, `_` and `-`. */
const CELL_SEPARATOR = '@';
const CELL = /^.+@[^@]+$/s;
/** A test, a column, and what is between them. */
const MAX_CELL = 2 * MAX_TEXT + 1;
const MAX_REPEATS = 10_000;
/** More products than any heatmap has. */
const MAX_PRODUCTS = 20;
const MAX_SPLITS = 20;

/** `update-index_range=100@mysql-8.0.43`: a cell in the URL. */
export function cellText({ test, column }: CellRef): string {
  return test + CELL_SEPARATOR + column;
}

/** The state of the compare page and its form in the URL. */
export const compareUrl = urlCodec({
  server: serverSlug(),
  workload: text(),
  /** Products whose columns are shown, in any case; empty = the one with the most comparable versions. */
  product: repeated({ max: MAX_PRODUCTS }),
  /**
   * Slugs of base columns with commas between them: of each band the last one counts that is in it. Empty = the
   * published base of a band, else its first column.
   */
  base: joined(),
  /** Whether each product has its own base, or all columns share one. */
  bases: oneOf('own', 'one'),
  /** Slugs of the chosen columns, of any product; empty = the default choice; `all` alone = every column. */
  cols: slugs(),
  /**
   * Chooses columns by words of their names, as `q` does tests, and by versions from one to another: what a form
   * without scripts sends. It becomes `cols`, so that no address keeps it.
   */
  match: text(),
  from: text(),
  to: text(),
  /** Whether columns are versions, or the same version with two builds or configs side by side. */
  columns: oneOf('versions', 'configs'),
  /** Build and config of either side, as `rel_o2nofp z12a_c8r32`; empty = the two that most versions have. */
  first: text(),
  second: text(),
  /** Configs at which the line of configs is split in this view only: each the one that a seam leads to. */
  split: repeated({ max: MAX_SPLITS }),
  metric: metric(),
  /** Ratio at or under which a throughput counts as slower. */
  t: threshold(),
  /** The rule for changes: noise, or the plain threshold. */
  rule: oneOf('verdicts', 'thresholds'),
  /** Filter of the tests: `write -zipf`. */
  q: text(),
  /** Only tests with a change. */
  only: flag(),
  /** Tests that only warm up, too: published tables have them. */
  warmups: flag(),
  /**
   * Slug of the column that tests are sorted by, smallest ratio first; with a `-` before it the largest first; empty =
   * the order of the domain.
   */
  sort: text(),
  /** Ids of the folded groups. */
  fold: foldedGroups(),
  /** Page of the tests of a heatmap that has more than one holds; empty = that of the open cell, else the first. */
  page: whole(MAX_PAGE, null),
  /** The open cell. */
  cell: single<CellRef | null>({
    initial: null,
    schema: {
      type: 'string',
      maxLength: MAX_CELL,
      pattern: CELL.source,
      description: 'a test, “@” and a column',
    },
    read: (value) => {
      const at = value.lastIndexOf(CELL_SEPARATOR);
      const [test, column] = [value.slice(0, Math.max(0, at)), value.slice(at + 1)];
      if (!CELL.test(value) || test.length > MAX_TEXT || column.length > MAX_TEXT) return null;
      return { test, column };
    },
    write: (cell) => (cell ? cellText(cell) : ''),
  }),
  /** Which repeat of the open cell the charts over time show: 1 is the first of the oldest run. */
  repeat: whole(MAX_REPEATS, 1),
  /** Slug of the one column that is shown on a narrow screen; empty = the newest. */
  show: text(),
  ...WHAT_IF_FIELDS,
});

export type CompareState = StateOf<typeof compareUrl>;

/** The path of the compare page in a state that differs from the default. */
export function compareHref(state: Partial<CompareState>): string {
  return `/compare${compareUrl.query(state)}`;
}

/** The paths of cells in one view: what they have in common is written once, a table has thousands. */
export function cellHrefs(
  view: Partial<Omit<CompareState, 'cell' | 'repeat' | 'show'>>,
): (cell: CellRef) => string {
  const href = compareHref(view);
  const start = `${href}${href.includes('?') ? '&' : '?'}cell=`;
  return (cell) => start + encodeValue(cellText(cell));
}
