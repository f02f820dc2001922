import { diffSettings } from '@basecase/analysis';
import { countText } from '../../text/words';
import { titleOf, withBaseColumn } from '../choose-columns';
import {
  type ChosenColumns,
  type ColumnName,
  type ColumnPart,
  columnNames,
  type DrawnColumn,
} from '../column-set';
import type { CellRef, CompareState } from '../compare-state';
import { type HeatmapSelection, metricLabel, sortOf, toHeatmapSelection } from '../heatmap-selection';

/**
 * Columns that are judged against one base: those of a product or of a version, or all where there is one base for
 * all.
 */
export interface Band {
  /** Place of its first column among all that are drawn. */
  start: number;
  /** What is drawn of it: places in its columns. */
  drawn: readonly DrawnColumn[];
  /** Its columns, base and judged column. Everything in it counts in columns of the band. */
  selection: HeatmapSelection;
}

/**
 * What the address chose of a heatmap: bands side by side, each with its own base. No cell is judged against a column
 * of another band.
 */
export interface BandedSelection
  extends ChosenColumns,
    Pick<HeatmapSelection, 'metric' | 'threshold' | 'rule' | 'sort'> {
  bands: readonly Band[];
  /** Places of the bases among all columns that are drawn. */
  bases: readonly number[];
}

/** A column with its place in its band. */
interface PlacedColumn extends DrawnColumn {
  band: Band;
  selection: HeatmapSelection;
}

/** Resolves a state against what is there, see `toHeatmapSelection`. */
export function toBandedSelection(chosen: ChosenColumns, state: CompareState): BandedSelection {
  const isOne = state.bases === 'one' && canShareBase(chosen);
  const sets = isOne || chosen.parts.length === 0 ? [allColumns(chosen)] : chosen.parts;
  const bands = sets.map(({ start, set, drawn }): Band => {
    const selection = toHeatmapSelection(set, state);
    // Of two configs the first is the base, whatever the address says of versions.
    return { start, drawn, selection: chosen.pair ? { ...selection, base: 0, judged: 1 } : selection };
  });
  const [{ selection: first } = { selection: toHeatmapSelection(chosen, state) }] = bands;
  return {
    ...chosen,
    names: namesOf(chosen),
    metric: first.metric,
    threshold: first.threshold,
    rule: first.rule,
    sort: sortOf(chosen, state.sort),
    bands,
    bases: bands.map(({ start, selection }) => start + selection.base),
  };
}

function allColumns(chosen: ChosenColumns): Pick<ColumnPart, 'start' | 'set' | 'drawn'> {
  const drawn = chosen.columns.map((_, column) => ({ column, isAbsolute: false }));
  return { start: 0, set: chosen, drawn };
}

/** True for several products; with a config step among them, one base for all would put its size into ratios. */
export function canShareBase({ parts, pair }: Pick<ChosenColumns, 'parts' | 'pair'>): boolean {
  return pair === null && parts.length > 1 && parts.every(({ step }) => !step);
}

/** Names that are unique within their part; heads and sentences add the name of the part. */
function namesOf(chosen: ChosenColumns): ColumnName[] {
  const { parts, names } = chosen;
  if (isOneSeries(chosen)) return names;
  return parts.flatMap(({ product, set, drawn }) =>
    drawn.flatMap(({ column }) => {
      const name = set.names[column];
      return name ? [{ ...name, short: `${product} ${name.short}` }] : [];
    }),
  );
}

/** True while there are several bases. */
export function hasBands({ bands }: BandedSelection): boolean {
  return bands.length > 1;
}

/** True when several products share one base. */
export function isAcrossProducts({ bands, parts }: BandedSelection): boolean {
  return bands.length === 1 && parts.length > 1;
}

/**
 * True where the columns are all versions of one product, so that the first bad version and the reasons can be shown: those
 * of its main band.
 */
export function isOneSeries({ parts, pair }: Pick<ChosenColumns, 'parts' | 'pair'>): boolean {
  return pair === null && parts.every(({ product }) => product === parts[0]?.product);
}

/** True where heads name the parts that columns belong to. */
export function hasPartHeads({ parts, pair }: Pick<ChosenColumns, 'parts' | 'pair'>): boolean {
  return parts.length > 1 || pair !== null;
}

/** The band of a column, and its place in it. */
export function inBand({ bands }: BandedSelection, column: number): PlacedColumn {
  const band = bands.findLast(({ start }) => start <= column) ?? bands[0];
  if (!band) throw new Error('A selection has at least one band.');
  const drawn = band.drawn[column - band.start] ?? { column: column - band.start, isAbsolute: false };
  return { ...drawn, band, selection: band.selection };
}

/** The band that the row summary and the title are about when one has to be: of the first product the newest versions. */
export function mainBand(selection: BandedSelection): HeatmapSelection {
  return (selection.bands[mainIndex(selection)] ?? inBand(selection, 0)).selection;
}

/** Place of the main band. */
export function mainIndex({ bands, parts, pair }: BandedSelection): number {
  if (pair !== null || bands.length < parts.length) return 0;
  return Math.max(
    0,
    parts.findLastIndex(({ product }) => product === parts[0]?.product),
  );
}

/** True for the base of its band. */
export function isBase(selection: BandedSelection, column: number): boolean {
  const own = inBand(selection, column);
  return own.column === own.selection.base;
}

/** The column that a narrow screen shows: the chosen one, else the judged one of the first band. */
export function columnShown(selection: BandedSelection, slug: string): number {
  // Of two columns of one name the last has the ratio.
  const found = selection.columns.findLastIndex((column) => column.slug === slug);
  if (found !== -1) return found;
  const band = selection.bands[mainIndex(selection)];
  const judged = band?.drawn.findLastIndex(({ column }) => column === band.selection.judged) ?? 0;
  return (band?.start ?? 0) + Math.max(0, judged);
}

/** A setting that the two sides have with different values; null where a side does not set it. */
export interface PairSetting {
  name: string;
  first: string | null;
  second: string | null;
}

export type ConfigPairModel = NonNullable<ReturnType<typeof configPairModel>>;

/** Up to here all settings are shown; of more the first few. */
const SHOWN_AT_ONCE = 6;
const FIRST_OF_MANY = 3;

/** What tells the two sides apart, of the newest version that both were run with; null where columns are versions. */
export function configPairModel(selection: BandedSelection) {
  const part = selection.parts.at(-1);
  if (!selection.pair || !part) return null;
  const [first, second] = sideNames(part);
  const known = selection.parts.flatMap((each) => settingsOf(selection, each) ?? []).at(-1);
  const settings = known?.changes ?? [];
  const named =
    settings.find(({ name }) => [first, second].some((side) => name.includes(side))) ?? settings[0];
  const label = metricLabel(selection.data, selection.metric);
  return {
    /** Short names of the sides: `without gtid`, `gtid`. */
    first,
    second,
    /** Heads of the three columns of each version. */
    heads: [
      { name: first, detail: named ? settingText(named.name, named.first) : '' },
      { name: second, detail: named ? settingText(named.name, named.second) : '' },
      { name: `${second} / ${first}`, detail: `${label} ratio` },
    ],
    /** `2 settings differ`; what is known where the texts of the configs are not stored. */
    title: known
      ? `${countText(settings.length, 'setting')} ${settings.length === 1 ? 'differs' : 'differ'}`
      : 'The texts of these configs are not stored: what differs is known by their names only',
    ...split(settings),
  };
}

function split(settings: PairSetting[]) {
  const shown = settings.length > SHOWN_AT_ONCE ? FIRST_OF_MANY : settings.length;
  return { settings: settings.slice(0, shown), more: settings.slice(shown) };
}

/** `without gtid` and `gtid`: the parts of the names that differ. */
function sideNames({ set }: ColumnPart): [first: string, second: string] {
  const [first, second] = set.columns;
  if (!first || !second) return ['', ''];
  // With another version neither is a twin; an empty detail means that the name has no distinguishing part.
  const [a = '', b = ''] = columnNames([
    { ...first, version: '1' },
    { ...second, version: '2' },
  ]).map(({ detail }) => detail);
  return [a || `without ${b}`, b || `without ${a}`];
}

function settingsOf(
  { data: { setups } }: BandedSelection,
  { set }: ColumnPart,
): { changes: PairSetting[] } | null {
  const [first, second] = set.source.map((index) => {
    const text = setups?.columns[index]?.text ?? null;
    return text === null ? null : (setups?.texts[text] ?? null);
  });
  if (first == null || second == null) return null;
  const { changes } = diffSettings(first, second);
  return { changes: changes.map(({ name, before, after }) => ({ name, first: before, second: after })) };
}

function settingText(name: string, value: string | null): string {
  // The section of an option file says nothing here: `mysqld.gtid_mode`.
  const short = name.slice(name.lastIndexOf('.') + 1);
  return value === null ? `${short} not set` : `${short}=${value}`;
}

/** `MySQL 5.6.51 to 9.5.0`; of two configs side by side which they are. */
export function viewTitle(selection: BandedSelection): string {
  const pair = configPairModel(selection);
  const columns = titleOf(selection.columns);
  return pair ? `${pair.second} next to ${pair.first}, ${columns}` : columns;
}

/**
 * What makes a column the base: of its product, or of all. Of two configs side by side the other one becomes the base of all
 * versions.
 *
 * @param state bases of the state
 */
export function baseChange(
  selection: BandedSelection,
  { column, base }: { column: number; base: string },
): Partial<CompareState> {
  const { pair, data, columns } = selection;
  if (!pair) return { base: withBaseColumn(data, base, columns[column]?.slug ?? '') };
  return isBase(selection, column) ? {} : { first: pair.second, second: pair.first };
}

/** A cell of the view: index of the row in the data, index of the column among the chosen ones. */
export interface OpenCell {
  row: number;
  column: number;
}

/**
 * Finds the cell that the URL names. A column that is not among the chosen ones is not shown, so it cannot be open.
 *
 * @returns null when the test or the column is not there
 */
export function findCell(
  selection: Pick<HeatmapSelection, 'data' | 'columns'>,
  cell: CellRef | null,
): OpenCell | null {
  if (!cell) return null;
  const row = selection.data.rows.findIndex(({ key }) => key === cell.test);
  // Of two configs side by side a column stands twice; the last has the ratio.
  const column = selection.columns.findLastIndex(({ slug }) => slug === cell.column);
  return row === -1 || column === -1 ? null : { row, column };
}

/** The cell that the URL names in the selection of its band, for all that is about one cell; null when it is not there. */
export function findOpenCell(
  banded: BandedSelection,
  cell: CellRef | null,
): { selection: HeatmapSelection; open: OpenCell } | null {
  const found = findCell(banded, cell);
  if (!found) return null;
  const { selection, column } = inBand(banded, found.column);
  return { selection, open: { row: found.row, column } };
}
