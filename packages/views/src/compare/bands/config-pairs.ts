import type { CompareState } from '../compare-state';
import type { HeatmapColumn } from '../heatmap-data';

/** Two builds or configs of which some versions have both, and those versions. */
export interface ConfigPair {
  /** Names of build and config, as the address has them. */
  first: string;
  second: string;
  /** Choices for the first and for the second of a pair. */
  firsts: string[];
  seconds: string[];
  /** By version, in the order of the columns: places of the columns of the first and of the second. */
  versions: [first: number, second: number][];
}

type Columns = readonly HeatmapColumn[];

/** `rel_o2nofp z12a_c8r32`: what a column was built and configured as. */
function setupName({ flavour, config }: Pick<HeatmapColumn, 'flavour' | 'config'>): string {
  return [flavour, config].filter(Boolean).join(' ') || 'no config';
}

/**
 * The builds or configs to put side by side: those of the state, else the two that most versions have.
 *
 * @returns null where no version has two of them
 */
export function chooseConfigPair(
  columns: Columns,
  { first, second }: Pick<CompareState, 'first' | 'second'>,
): ConfigPair | null {
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
    first: chosen,
    second: partner.other,
    firsts,
    seconds: partners.map(({ other }) => other),
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
