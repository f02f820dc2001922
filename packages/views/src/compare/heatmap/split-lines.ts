import { type ConfigLine, withConfigLines } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';

type Lined = Pick<CompareView, 'matrix' | 'lines'>;

/**
 * A view as if some of its joins had not been made. Nothing is decided by it: only the address has it.
 *
 * @param splits names of configs, each that which a seam leads to
 */
export function withSplits<View extends Lined>(view: View, splits: readonly string[]): View {
  const { lines, matrix } = view;
  if (splits.length === 0 || !lines?.some((line) => splitsOf(line, splits).length > 0)) return view;
  const apart = lines.flatMap((line) => partsOf(line, splits));
  const columns = matrix.columns.map(({ line: _, ...column }) => column);
  return { ...view, lines: apart, matrix: { ...matrix, columns: withConfigLines(columns, apart) } };
}

function splitsOf({ seams }: ConfigLine, splits: readonly string[]): string[] {
  return seams.flatMap(({ to }) => (splits.includes(to) ? [to] : []));
}

/** The configs that the remaining seams connect. */
function partsOf(line: ConfigLine, splits: readonly string[]): ConfigLine[] {
  const kept = line.seams.filter(({ to }) => !splits.includes(to));
  const partOf = new Map(line.configs.map((config) => [config, config]));
  for (const { from, to } of kept) {
    const [own, other] = [partOf.get(from), partOf.get(to)];
    for (const [config, part] of partOf) if (part === other) partOf.set(config, own ?? from);
  }
  return line.configs
    .filter((config) => partOf.get(config) === config)
    .map((part) => ({
      ...line,
      configs: line.configs.filter((config) => partOf.get(config) === part),
      seams: kept.filter(({ from }) => partOf.get(from) === part),
    }))
    .filter(({ configs }) => configs.length > 1);
}
