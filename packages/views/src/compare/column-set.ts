import { type ConfigStep, releaseLineKey, stepBefore } from '@basecase/analysis';
import { buildLabel } from '@basecase/ingest/model';
import { chosenColumns, productsOf } from './choose-columns';
import type { CompareState } from './compare-state';
import type { HeatmapColumn, HeatmapData } from './heatmap-data';

/** The chosen columns with what does not change with the base, the metric or the threshold. */
export type ColumnSet = ReturnType<typeof columnSetOf>;

/** A column of a part as it is drawn. */
export interface DrawnColumn {
  /** Place in the columns of the part. */
  column: number;
  /** The measured value, next to its ratio in a separate column. */
  isAbsolute: boolean;
}

/**
 * Columns that belong together: those of a product, those of it after a config step, or those of a version that stand side
 * by side.
 */
export interface ColumnPart {
  product: string;
  /** `MySQL`, `MySQL with z13a` after a config step, or `MySQL 9.5.0` of a version. */
  title: string;
  /** The config step that separates it from the part before it; null without one. */
  step: ConfigStep | null;
  /** Place of its first column among all. */
  start: number;
  set: ColumnSet;
  drawn: DrawnColumn[];
}

/** All columns as they are drawn, those of one part side by side. */
export interface ChosenColumns extends ColumnSet {
  parts: ColumnPart[];
  /** Set where the parts are versions, each with two builds or configs. */
  pair: ConfigPair | null;
}

type Choice = Pick<CompareState, 'cols'> &
  Partial<Pick<CompareState, 'product' | 'columns' | 'first' | 'second'>>;

export function toColumnSet(data: HeatmapData, state: Choice): ChosenColumns {
  const chosen = chosenColumns(data, state);
  const columns = chosen.flatMap((index) => data.columns[index] ?? []);
  const { columns: kind, first = '', second = '' } = state;
  const pair = kind === 'configs' ? chooseConfigPair(columns, { first, second }) : null;
  return pair ? pairsOf(data, chosen, pair) : productsSideBySide(data, chosen);
}

function productsSideBySide(data: HeatmapData, chosen: number[]): ChosenColumns {
  const products = productsOf(chosen.flatMap((index) => data.columns[index] ?? []));
  const groups = products.flatMap((product) =>
    apartBySteps(
      data,
      chosen.filter((index) => data.columns[index]?.product === product),
    ).map((group) => ({ ...group, product })),
  );
  const all = columnSetOf(
    data,
    groups.flatMap(({ source }) => source),
  );
  let start = 0;
  const parts = groups.map(({ product, step, source }): ColumnPart => {
    const set = groups.length === 1 ? all : columnSetOf(data, source);
    start += source.length;
    return {
      product,
      title: step ? `${product} with ${step.to}` : product,
      step,
      start: start - source.length,
      set,
      drawn: source.map((_, column) => ({ column, isAbsolute: false })),
    };
  });
  return { ...all, parts, pair: null };
}

/** Columns of one product, those after a config step apart from those before it. */
function apartBySteps(
  { columns, steps }: HeatmapData,
  own: readonly number[],
): { step: ConfigStep | null; source: number[] }[] {
  const stepAt = (index: number) => {
    const column = columns[index];
    return column ? stepBefore(steps, column) : null;
  };
  const found = [...new Set(own.map(stepAt))].sort((a, b) => Number(a !== null) - Number(b !== null));
  return found.map((step) => ({
    // Without versions of the config before it, nothing on the page has to begin again.
    step: found.length === 1 ? null : step,
    source: own.filter((index) => stepAt(index) === step),
  }));
}

/** Both columns of a version as they were measured, then their ratio. */
const DRAWN_OF_PAIR: DrawnColumn[] = [
  { column: 0, isAbsolute: false },
  { column: 1, isAbsolute: true },
  { column: 1, isAbsolute: false },
];

function pairsOf(data: HeatmapData, chosen: number[], pair: ConfigPair): ChosenColumns {
  const parts = pair.versions.map((places, index): ColumnPart => {
    const set = columnSetOf(
      data,
      places.map((place) => chosen[place] ?? -1),
    );
    const [column] = set.columns;
    return {
      product: column?.product ?? '',
      title: `${column?.product ?? ''} ${column?.version ?? ''}`,
      step: null,
      start: index * DRAWN_OF_PAIR.length,
      set,
      drawn: DRAWN_OF_PAIR,
    };
  });
  const source = parts.flatMap(({ set, drawn }) => drawn.map(({ column }) => set.source[column] ?? -1));
  return { ...columnSetOf(data, source), parts, pair };
}

function columnSetOf(data: HeatmapData, source: number[]) {
  const columns = source.flatMap((index) => data.columns[index] ?? []);
  return {
    data,
    columns,
    /** Index in `data.columns` of each chosen column: everything else counts in chosen columns. */
    source,
    names: columnNames(columns),
    /** Build and config as far as all columns have the same: `rel_o2nofp, z12a_c32r128`. */
    shared: sharedSetup(columns),
    /** First column of the same release line, per column: no step leads from one line to another. */
    lineStart: lineStarts(columns),
    /** True where the line of a column continues in another config than that of the column before it on the line. */
    isSeam: seamsOf(columns),
    /** Throughput over the columns, per row of the data. */
    sparks: data.rows.map((_, row) =>
      sparkOf(source.map((index) => data.values.throughput?.[row]?.[index] ?? null)),
    ),
  };
}

function lineStarts(columns: readonly HeatmapColumn[]): number[] {
  const keys = columns.map(releaseLineKey);
  return keys.map((key) => keys.indexOf(key));
}

/** By column: whether its line continues there in another config. */
export function seamsOf(
  columns: readonly Pick<HeatmapColumn, 'product' | 'flavour' | 'config' | 'line'>[],
): boolean[] {
  const before = new Map<string, string | null>();
  return columns.map((column) => {
    if (column.line === undefined) return false;
    const key = releaseLineKey(column);
    const last = before.get(key);
    before.set(key, column.config);
    return last !== undefined && last !== column.config;
  });
}

/** Text of a column head: the version, and the parts of build and config that differ from other columns. */
export interface ColumnName {
  version: string;
  detail: string;
  /** For sentences: the shortest name that is unique among the columns. */
  short: string;
}

type Named = Pick<HeatmapColumn, 'product' | 'version' | 'flavour' | 'config'> &
  Partial<Pick<HeatmapColumn, 'build'>>;

/** Names of columns, each as short as the others allow. `sharedSetup` has the parts that all share. */
export function columnNames(columns: readonly Named[]): ColumnName[] {
  const products = new Set(columns.map((column) => column.product));
  const flavours = differingParts(columns.map(({ flavour }) => flavour));
  const configs = differingParts(columns.map(({ config }) => config));
  const versions = columns.map(versionText);
  const releases = columns.map(({ product }, index) => `${product} ${versions[index]}`);
  const isAlone = (index: number) =>
    releases.every((release, other) => other === index || release !== releases[index]);
  const details = columns.map((_, index) => [flavours[index], configs[index]].filter(Boolean).join(' '));
  const isRelease = namesReleases(columns);
  return columns.map((column, index) => {
    const twin = details.some(
      (detail, other) => other !== index && detail === details[index] && releases[other] === releases[index],
    );
    // The parts that differ are not always enough: then the whole names are.
    const whole = [column.flavour, column.config].filter(Boolean).join(' ');
    const own = (twin ? whole : details[index]) || (isAlone(index) ? '' : (column.config ?? 'no config'));
    const version = versions[index] ?? column.version;
    if (!isRelease[index] && own !== '')
      return {
        version: own,
        detail: '',
        short: [products.size > 1 ? column.product : '', own].filter(Boolean).join(' '),
      };
    const short = [products.size > 1 ? column.product : '', version, isAlone(index) ? '' : own];
    return { version, detail: own, short: short.filter(Boolean).join(' ') };
  });
}

/**
 * By column: false for text in place of an unknown version, as the name of an upload, where all columns of the product
 * have it. It tells nothing apart, and is longer than what does.
 */
export function namesReleases(columns: readonly Pick<Named, 'product' | 'version'>[]): boolean[] {
  const products = new Set(columns.map(({ product }) => product));
  return columns.map(({ product, version }) => {
    const own = columns.filter((other) => other.product === product);
    const isAlone = products.size === 1 && own.length < 2;
    return /^v?\d/i.test(version) || isAlone || own.some((other) => other.version !== version);
  });
}

/** A release by its version; a night by its day and its commit, which are what tells it from the others. */
export function versionText({ version, build }: Pick<Named, 'version' | 'build'>): string {
  return build ? buildLabel(build) || version : version;
}

/** A part of a name, and what separates it from the part before. */
interface NamePart {
  before: string;
  text: string;
}

/** Between parts of a name: spaces, `_`, and `-` or `.` before a letter; `4.9.62-21` is one part. */
const BETWEEN = /^(?:[\s,;]+|_+|[-.](?=[a-z]))/i;

/** `x10a_c32r128` → `x10a`, `c32r128`; `kernel=4.9 buffer_pool=25` → its settings, each whole. */
function partsOf(name: string): NamePart[] {
  return name.split(/(?<=\S)(?=[\s,;])/).flatMap((word) => {
    const start = word.search(/[^\s,;]/);
    const [before, text] = [word.slice(0, Math.max(0, start)), word.slice(Math.max(0, start))];
    if (text.includes('=')) return [{ before, text }];
    return text
      .split(/(?=_+|[-.][a-z])/i)
      .map((part, index) => {
        const between = index === 0 ? before : (BETWEEN.exec(part)?.[0] ?? '');
        return { before: between, text: index === 0 ? part : part.slice(between.length) };
      })
      .filter((part) => part.text !== '');
  });
}

/** Texts that all names have; a column without a name has none, unless it is the name that tells it from the others. */
function sharedParts(names: readonly (string | null)[]): Set<string> {
  const named = new Set(names.flatMap((name) => name ?? []));
  if (names.includes(null) && named.size < 2) return new Set();
  const [first, ...others] = [...named].map((name) => partsOf(name).map(({ text }) => text));
  return new Set(first?.filter((part) => others.every((parts) => parts.includes(part))));
}

/** Of names such as `x10a_c32r128` the parts that not all of them have: `x10a`. Empty without a name. */
function differingParts(names: readonly (string | null)[]): string[] {
  const shared = sharedParts(names);
  return names.map((name) => joinedParts(partsOf(name ?? '').filter(({ text }) => !shared.has(text))));
}

function joinedParts(parts: readonly NamePart[]): string {
  return parts.map(({ before, text }, index) => (index === 0 ? text : before + text)).join('');
}

/** The setup that columns share: `rel_o2nofp, z12a_c32r128`, or `configs *_c32r128` where they differ in a part. */
export function sharedSetup(columns: readonly Named[]): string {
  return [
    sharedName(
      columns.map(({ flavour }) => flavour),
      'builds',
    ),
    sharedName(
      columns.map(({ config }) => config),
      'configs',
    ),
  ]
    .filter(Boolean)
    .join(', ');
}

function sharedName(names: readonly (string | null)[], word: string): string {
  const [first = null] = names.filter((name) => name !== null);
  if (first === null) return '';
  if (names.every((name) => name === first)) return first;
  const shared = sharedParts(names);
  const parts = partsOf(first).filter(({ text }) => shared.has(text));
  return parts.length > 0
    ? `${word} *${parts.map(({ before, text }) => (before || '_') + text).join('')}`
    : '';
}

/** Two builds or configs of which some versions have both, and those versions. */
type ConfigPair = NonNullable<ReturnType<typeof chooseConfigPair>>;

type Columns = readonly HeatmapColumn[];

/** `rel_o2nofp z12a_c8r32`: what a column was built and configured as; configs of one line have the name of its first. */
function setupName({ flavour, config, line = config ?? '' }: Setup): string {
  return [flavour, line].filter(Boolean).join(' ') || 'no config';
}

type Setup = Pick<HeatmapColumn, 'flavour' | 'config'> & Partial<Pick<HeatmapColumn, 'line'>>;

/** The setup that an address names, also by a later config of its line. */
function namedSetup(columns: Columns, name: string): string {
  const own = columns.find(({ flavour, config }) => setupName({ flavour, config }) === name);
  return own ? setupName(own) : name;
}

/**
 * The builds or configs to put side by side: those of the state, else the two that most versions have.
 *
 * @returns null where no version has two of them
 */
export function chooseConfigPair(columns: Columns, asked: Pick<CompareState, 'first' | 'second'>) {
  const [first, second] = [namedSetup(columns, asked.first), namedSetup(columns, asked.second)];
  const names = [...new Set(columns.map(setupName))];
  const partnersOf = (name: string) =>
    names
      .map((other) => ({ other, versions: versionsOf(columns, name, other) }))
      .filter(({ other, versions }) => other !== name && versions.length > 0);
  const firsts = names.filter((name) => partnersOf(name).length > 0);
  const most = (name: string) => Math.max(0, ...partnersOf(name).map(({ versions }) => versions.length));
  const [byDefault] = firsts.toSorted((a, b) => most(b) - most(a));
  const chosen = firsts.includes(first) ? first : byDefault;
  if (chosen === undefined) return null;
  const partners = partnersOf(chosen);
  const [largest] = partners.toSorted((a, b) => b.versions.length - a.versions.length);
  const partner = partners.find(({ other }) => other === second) ?? largest;
  if (!partner) return null;
  return {
    /** Names of build and config, as the address has them. */
    first: chosen,
    second: partner.other,
    /** Choices for the first and for the second of a pair. */
    firsts,
    seconds: partners.map(({ other }) => other),
    /** By version, in the order of the columns: places of the columns of the first and of the second. */
    versions: partner.versions,
  };
}

/** Columns of one version of one product that were run with both. */
function versionsOf(columns: Columns, first: string, second: string): [number, number][] {
  return columns.flatMap((column, index): [number, number][] => {
    if (setupName(column) !== first) return [];
    const other = columns.findIndex(
      (each) =>
        each.product === column.product && each.version === column.version && setupName(each) === second,
    );
    return other === -1 ? [] : [[index, other]];
  });
}

/** Height of the drawing in its own units; its width is one unit per column. The row is 24 px high. */
export const SPARK_HEIGHT = 24;
const PADDING = 2;

export interface Spark {
  /** Lines as SVG path data, one subpath for each stretch without a gap. */
  path: string;
  /** Columns minus one. */
  width: number;
}

/**
 * Throughput over the columns, from zero. A missing value is a gap, never zero. Steps are relative and whole: with
 * 60 columns and 33 tests these lines are a tenth of the page.
 *
 * @returns null with fewer than two values: a point is not a line
 */
export function sparkOf(values: readonly (number | null)[]): Spark | null {
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  const recorded = values.filter((value) => value !== null).length;
  if (largest === 0 || recorded < 2) return null;
  const room = SPARK_HEIGHT - 2 * PADDING;
  let path = '';
  let before: number | null = null;
  for (const [x, value] of values.entries()) {
    const y = value === null ? null : Math.round(SPARK_HEIGHT - PADDING - (value / largest) * room);
    if (y !== null) path += before === null ? `M${x} ${y}h0` : `l1 ${y - before}`;
    before = y;
  }
  return { path, width: values.length - 1 };
}
