import { groupBy } from '../statistics/group-by';
import type { VariantKey } from '../verdicts/noise/noise-types';
import { inSuccession, toMeasured } from './chain';
import { JoinedConfigs } from './join-configs';
import type { ConfigLine, ConfigLines, LineEvidence } from './line-types';

type LineColumn = Pick<VariantKey, 'product' | 'version' | 'flavour' | 'config' | 'build'>;

/**
 * The configs that continue each other (docs/method.md §4.1): successive names whose versions are successive, too, or
 * equal settings. Two configs that were measured with one version are variations and stay apart, unless it is the
 * last version of the one and the first of the other and no test differs beyond the noise. Where a test does, no decision joins
 * them either: the next version would be blamed for what the config did.
 *
 * @param columns all columns of one workload on one server; builds are left out
 */
export function findConfigLines(columns: readonly LineColumn[], evidence: LineEvidence = {}): ConfigLines {
  const placed = columns.flatMap((column, index) =>
    column.build || column.config === null ? [] : [{ ...column, config: column.config, index }],
  );
  const found: ConfigLines = { lines: [], proposals: [] };
  for (const own of groupBy(placed, ({ product, flavour }) => JSON.stringify([product, flavour])).values()) {
    const [first] = own;
    if (!first) continue;
    const { product, flavour } = first;
    const configs = [...groupBy(own, ({ config }) => config)].map(([config, measured]) =>
      toMeasured(config, measured),
    );
    const joined = new JoinedConfigs(product, evidence);
    for (const config of inSuccession(configs)) joined.add(config);
    joined.joinBySettings();
    found.lines.push(...joined.lines().map((line) => ({ product, flavour, ...line })));
    found.proposals.push(...joined.openProposals().map((proposal) => ({ product, flavour, ...proposal })));
  }
  return found;
}

/** Columns with the name of the line that their config was joined to: `releaseLineKey` puts them in one order. */
export function withConfigLines<Column extends LineColumn>(
  columns: readonly Column[],
  lines: readonly Pick<ConfigLine, 'product' | 'flavour' | 'configs'>[],
): (Column & { line?: string })[] {
  return columns.map((column) => {
    const { config } = column;
    if (config === null || column.build) return column;
    const own = lines.find(
      ({ product, flavour, configs }) =>
        product === column.product && flavour === column.flavour && configs.includes(config),
    );
    const [first] = own?.configs ?? [];
    return first === undefined ? column : { ...column, line: first };
  });
}
