import type { LineIdentity } from '@basecase/analysis';

type Release = LineIdentity & { sortKey: string };

/**
 * Releases with a build flavour and a config, or another config of its line, in order; the own config is last of those of one
 * version.
 */
export function releasesOfLine<Column extends Release>(
  columns: readonly Column[],
  { product, flavour, config }: Pick<LineIdentity, 'product' | 'flavour' | 'config'>,
): Column[] {
  const releases = columns.filter(
    (column) => !column.build && column.product === product && column.flavour === flavour,
  );
  const line = releases.find((column) => column.config === config)?.line;
  return releases
    .filter((column) => column.config === config || (line !== undefined && column.line === line))
    .sort(
      (a, b) =>
        Number(a.sortKey > b.sortKey) - Number(a.sortKey < b.sortKey) ||
        Number(a.config === config) - Number(b.config === config),
    );
}
