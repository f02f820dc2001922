import { compareVersions } from '@basecase/ingest/model';
import { groupBy } from '../../statistics/group-by';
import type { VariantKey } from '../noise/noise-types';

/** A column that can be judged. */
export interface VerdictColumn extends VariantKey {
  label: string;
}

/** Columns of one product in release order, one for each version: what a first bad version is looked for in. */
export interface ReleaseLine {
  product: string;
  /** Flavour and config that its columns have where a version was run with them. */
  flavour: string | null;
  config: string | null;
  /** Indexes of the columns. */
  columns: number[];
  /** Place in `columns` from which on they are its own, 0 if left out; before it a side line repeats the main line. */
  ownFrom?: number;
}

/** A column and where it stands. */
interface IndexedColumn extends VerdictColumn {
  index: number;
}

/**
 * The series of a matrix. Of each product there is a main line with a column for every version: the one with the
 * flavour and config of the base (without a base of that product: of most of its columns), else the next like it, because a major
 * often needs a config of its own. Every other flavour and config with a column that is not in it makes a side line: the
 * main line up to there, then its own columns.
 */
export function findReleaseLines(columns: readonly VerdictColumn[], base: number): ReleaseLine[] {
  const placed = columns
    .map((column, index): IndexedColumn => ({ ...pick(column), index }))
    .sort(inOrder(base));
  return [...groupBy(placed, ({ product }) => product).values()].flatMap((own) => linesOfProduct(own, base));
}

function pick({ product, version, flavour, config, label }: VerdictColumn): VerdictColumn {
  return { product, version, flavour, config, label };
}

/** By product and release; of one version the base stands first, then by label, so that input order is irrelevant. */
function inOrder(base: number): (a: IndexedColumn, b: IndexedColumn) => number {
  const text = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return (a, b) =>
    text(a.product, b.product) ||
    compareVersions(a.version, b.version) ||
    Number(b.index === base) - Number(a.index === base) ||
    text(a.label, b.label);
}

function linesOfProduct(columns: readonly IndexedColumn[], base: number): ReleaseLine[] {
  const builds = groupBy(columns, buildKey);
  const anchor = columns.find(({ index }) => index === base) ?? mostCommon([...builds.values()]);
  if (!anchor) return [];
  const main = [...groupBy(columns, ({ version }) => version).values()].flatMap((own) =>
    nearest(own, anchor),
  );
  const sides = [...builds.values()]
    .map((own) => [...groupBy(own, ({ version }) => version).values()].flatMap(([first]) => first ?? []))
    .filter((line) => line.some((column) => !main.includes(column)))
    .flatMap((line) => sideLine(line, main))
    .filter((line) => line.columns.length > 1);
  const { product, flavour, config } = anchor;
  return [{ product, flavour, config, columns: main.map(({ index }) => index), ownFrom: 0 }, ...sides];
}

function sideLine(line: readonly IndexedColumn[], main: readonly IndexedColumn[]): ReleaseLine[] {
  const [first] = line;
  if (!first) return [];
  const { product, version, flavour, config } = first;
  const before = main.filter((column) => compareVersions(column.version, version) < 0);
  const columns = [...before, ...line].map(({ index }) => index);
  return [{ product, flavour, config, columns, ownFrom: before.length }];
}

function buildKey({ flavour, config }: VariantKey): string {
  return JSON.stringify([flavour, config]);
}

function mostCommon(builds: readonly IndexedColumn[][]): IndexedColumn | undefined {
  return builds.toSorted((a, b) => b.length - a.length)[0]?.[0];
}

/** Of the columns of one version the one that is built and configured like the anchor. */
function nearest(own: readonly IndexedColumn[], anchor: IndexedColumn): IndexedColumn[] {
  const likeness = ({ flavour, config }: IndexedColumn) =>
    Number(config === anchor.config) * 2 + Number(flavour === anchor.flavour);
  return own.toSorted((a, b) => likeness(b) - likeness(a)).slice(0, 1);
}
