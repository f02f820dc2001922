import { compareVersions } from '@basecase/ingest/model';
import { groupBy } from '../../statistics/group-by';
import type { VariantKey } from '../noise/noise-types';

/** A column that can be judged. */
export interface VerdictColumn extends VariantKey {
  label: string;
}

/** What columns must share to be releases of one line: a config or a build is no release. */
export type LineIdentity = Pick<VariantKey, 'product' | 'flavour' | 'config'>;

/** Releases of one product with one build and one config, in order: what steps and first bad versions are looked for in. */
export interface ReleaseLine extends LineIdentity {
  /** Indexes of the columns, one for each version. */
  columns: number[];
}

/** Two columns with the same key are on one release line; columns with another are never put in one order. */
export function releaseLineKey({ product, flavour, config }: LineIdentity): string {
  return JSON.stringify([product, flavour, config]);
}

/**
 * The release lines of some columns (docs/method.md §4.1): every product, build and config has its own, also one with a
 * single column. Products are in the order of their names; of each the line with the most versions comes first, of equal
 * ones that with the newest release. Where a version was run twice, the base stands for it, else the first by label, so
 * that the order of the columns is irrelevant.
 *
 * @param base index of the base column; -1 without one
 */
export function findReleaseLines(columns: readonly VerdictColumn[], base: number): ReleaseLine[] {
  const placed = columns.map((column, index): IndexedColumn => ({ ...pick(column), index }));
  const byLine = groupBy(placed.sort(inOrder(base)), releaseLineKey);
  return [...byLine.values()]
    .map((own) => [...groupBy(own, ({ version }) => version).values()].flatMap(([first]) => first ?? []))
    .sort(longestFirst)
    .flatMap((own): ReleaseLine[] => {
      const [first] = own;
      if (!first) return [];
      const { product, flavour, config } = first;
      return [{ product, flavour, config, columns: own.map(({ index }) => index) }];
    });
}

/** A column and where it stands. */
interface IndexedColumn extends VerdictColumn {
  index: number;
}

function pick({ product, version, flavour, config, label }: VerdictColumn): VerdictColumn {
  return { product, version, flavour, config, label };
}

function inOrder(base: number): (a: IndexedColumn, b: IndexedColumn) => number {
  return (a, b) =>
    compareText(releaseLineKey(a), releaseLineKey(b)) ||
    compareVersions(a.version, b.version) ||
    Number(b.index === base) - Number(a.index === base) ||
    compareText(a.label, b.label);
}

function longestFirst(a: readonly IndexedColumn[], b: readonly IndexedColumn[]): number {
  return (
    compareText(a[0]?.product ?? '', b[0]?.product ?? '') ||
    b.length - a.length ||
    compareVersions(b.at(-1)?.version ?? '', a.at(-1)?.version ?? '')
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
