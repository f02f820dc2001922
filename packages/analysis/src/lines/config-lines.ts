import type { SettingChange } from '../settings/diff-settings';
import { groupBy } from '../statistics/group-by';
import type { VariantKey } from '../verdicts/noise/noise-types';
import { inSuccession, toMeasured } from './chain';
import { JoinedConfigs } from './join-configs';
import type { ConfigLine, ConfigLines, ConfigStep, LineEvidence } from './line-types';
import { findNightConfigLines } from './night-lines';

type LineColumn = Pick<VariantKey, 'product' | 'version' | 'flavour' | 'config' | 'build'>;

/**
 * The configs that continue each other (docs/method.md §4.1): successive names whose versions are successive, too, or
 * equal settings. Two configs that were measured with one version are variations and stay apart, unless it is the
 * last version of the one and the first of the other and no test differs beyond the noise. Where a test does, a decision makes
 * a step of them and no line: the next version would be blamed for what the config did.
 *
 * @param columns all columns of one workload on one server; builds have separate lines
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
    const steps = joined.steps().map((step) => ({ product, flavour, ...step }));
    if (steps.length > 0) found.steps = [...(found.steps ?? []), ...steps];
  }
  const nights = columns.flatMap((column, index) =>
    column.build && column.config !== null ? [{ ...column, config: column.config, index }] : [],
  );
  found.lines.push(...findNightConfigLines(nights, evidence));
  return found;
}

/** Columns with the name of the line that their config was joined to: `releaseLineKey` puts them in one order. */
export function withConfigLines<Column extends LineColumn>(
  columns: readonly Column[],
  lines: readonly (Pick<ConfigLine, 'product' | 'flavour' | 'configs' | 'nights'> &
    Partial<Pick<ConfigLine, 'seams'>>)[],
): (Column & { line?: string; seam?: string })[] {
  return columns.map((column) => {
    const { config } = column;
    const own = lines.find((line) => isOfLine(column, line));
    const [first] = own?.configs ?? [];
    if (first === undefined) return column;
    const changed = column.build ? own?.seams?.find(({ to }) => to === config)?.changed : null;
    return { ...column, line: first, ...(changed && { seam: changesText(changed) }) };
  });
}

/** True for a column of one of the configs of a line: a release, or a night of its version line. */
function isOfLine(
  { product, flavour, config, version, build }: LineColumn,
  line: Pick<ConfigLine, 'product' | 'flavour' | 'configs' | 'nights'>,
): boolean {
  if (config === null || product !== line.product || flavour !== line.flavour) return false;
  if (!line.configs.includes(config)) return false;
  const { nights } = line;
  // A build that names no branch is on that of the others, or the line has none.
  if (build) return nights?.version === version && [null, nights.branch].includes(build.branch);
  return nights === undefined;
}

/** Settings in the label of a change between two nights; the page of lines has all that are stored. */
const MOST_SETTINGS = 3;

/** `io_workers 3 → 8, fsync on → off, 2 more`; empty where none differs. */
function changesText(changed: readonly SettingChange[]): string {
  const named = changed
    .slice(0, MOST_SETTINGS)
    .map(({ name, before, after }) => `${name} ${before ?? 'not set'} → ${after ?? 'not set'}`);
  const more = changed.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** The confirmed step that the line of a column begins with; null without one, and for a build. */
export function stepBefore(
  steps: readonly ConfigStep[] | undefined,
  { product, flavour, config, build, line }: LineColumn & { line?: string | undefined },
): ConfigStep | null {
  if (build) return null;
  const own = line ?? config;
  return (
    steps?.findLast((step) => step.line === own && step.product === product && step.flavour === flavour) ??
    null
  );
}
