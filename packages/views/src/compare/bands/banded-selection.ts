import type { ColumnName } from '../column-names';
import type { ChosenColumns, ColumnPart, DrawnColumn } from '../column-set';
import type { CompareState } from '../compare-state';
import { type HeatmapSelection, sortOf, toHeatmapSelection } from '../heatmap-selection';

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
export interface PlacedColumn extends DrawnColumn {
  band: Band;
  selection: HeatmapSelection;
}

/** Resolves a state against what is there, see `toHeatmapSelection`. */
export function toBandedSelection(chosen: ChosenColumns, state: CompareState): BandedSelection {
  const isOne = state.bases === 'one' && chosen.pair === null;
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

/** Names that are unique within their part; heads and sentences add the name of the part. */
function namesOf({ parts, names, pair }: ChosenColumns): ColumnName[] {
  if (parts.length < 2 && !pair) return names;
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
 * True where the columns are all versions of one product, so that the first bad version and the reasons can be shown.
 */
export function isOneSeries({ parts, pair }: BandedSelection): boolean {
  return parts.length < 2 && pair === null;
}

/** The band of a column, and its place in it. */
export function inBand({ bands }: BandedSelection, column: number): PlacedColumn {
  const band = bands.findLast(({ start }) => start <= column) ?? bands[0];
  if (!band) throw new Error('A selection has at least one band.');
  const drawn = band.drawn[column - band.start] ?? { column: column - band.start, isAbsolute: false };
  return { ...drawn, band, selection: band.selection };
}

/** The band that the row summary and the title are about when one has to be: the first. */
export function mainBand(selection: BandedSelection): HeatmapSelection {
  return inBand(selection, 0).selection;
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
  const [band] = selection.bands;
  const judged = band?.drawn.findLastIndex(({ column }) => column === band.selection.judged) ?? 0;
  return Math.max(0, judged);
}
