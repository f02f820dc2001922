import { buildKey, buildLabel } from '@basecase/ingest/model';
import type { SettingChange } from '../settings/diff-settings';
import { groupBy } from '../statistics/group-by';
import type { VariantKey } from '../verdicts/noise/noise-types';
import { findReleaseLines, type NightLine } from '../verdicts/steps/release-lines';
import { inSuccession, toMeasured } from './chain';
import { JoinedConfigs } from './join-configs';
import type { ConfigLine, ConfigLines, ConfigStep, LineEvidence } from './line-types';

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

type Night = Pick<VariantKey, 'product' | 'version' | 'flavour' | 'build'> & {
  config: string;
  index: number;
};

/** A night as a version in its place: no config name has it. */
const placeName = (place: number) => `0.0.${place}`;

/**
 * The configs of nights that continue each other, by the evidence that joins those of releases; a place in the order of builds
 * takes the part of a version. Configs whose nights alternate are two series: a series with a change of the config at every
 * other night has no levels.
 *
 * @param nights columns with a build
 */
function findNightConfigLines(nights: readonly Night[], evidence: LineEvidence): ConfigLine[] {
  return linesOfBuilds(nights).flatMap(({ own, nightLine }): ConfigLine[] => {
    const [first] = own;
    if (!first || new Set(own.map(({ config }) => config)).size < 2) return [];
    const { product, flavour } = first;
    const configs = [...groupBy(own, ({ config }) => config)].map(([config, measured]) =>
      toMeasured(
        config,
        measured.map(({ place, index }) => ({ version: placeName(place), index })),
      ),
    );
    // The change of the config is a break of the series, whether or not it moves tests: a step needs nothing else.
    const decisions = evidence.decisions?.map((decision) =>
      decision.action === 'step' ? { ...decision, action: 'join' as const } : decision,
    );
    const joined = new JoinedConfigs(product, { ...evidence, ...(decisions && { decisions }) });
    for (const config of inSuccession(configs)) joined.add(config);
    joined.joinBySettings();
    const labelOf = new Map(
      own.map(({ place, build, version }) => [placeName(place), (build && buildLabel(build)) || version]),
    );
    return joined
      .lines()
      .filter(({ configs: names }) => followEachOther(names, own))
      .map(({ configs: names, seams }) => ({
        product,
        flavour,
        configs: names,
        nights: nightLine,
        seams: seams.map((seam) => ({
          ...seam,
          shared: seam.shared && {
            ...seam.shared,
            version: labelOf.get(seam.shared.version) ?? seam.shared.version,
          },
        })),
      }));
  });
}

type PlacedNight = Night & { place: number };

/** Nights of each version line and branch with their places in the order of builds, which those of all configs share. */
function linesOfBuilds(nights: readonly Night[]): { own: PlacedNight[]; nightLine: NightLine }[] {
  const columns = nights.map((night) => ({ ...night, config: null, label: '' }));
  return findReleaseLines(columns, -1).flatMap(({ nights: nightLine, columns: ordered }) => {
    if (!nightLine) return [];
    const [first] = ordered.flatMap((index) => nights[index] ?? []);
    const placeOf = new Map(ordered.map((index, place) => [keyOf(nights[index]?.build), place] as const));
    const own = nights.flatMap((night): PlacedNight[] => {
      const place = placeOf.get(keyOf(night.build));
      const isOwn =
        night.product === first?.product &&
        night.flavour === first.flavour &&
        night.version === nightLine.version;
      return place === undefined || !isOwn ? [] : [{ ...night, place }];
    });
    return [{ own, nightLine }];
  });
}

const keyOf = (build: Night['build']) => (build ? buildKey(build) : '');

/** No night of a later config is before one of an earlier config. */
function followEachOther(configs: readonly string[], nights: readonly PlacedNight[]): boolean {
  const spans = configs.map((name) => {
    const places = nights.filter(({ config }) => config === name).map(({ place }) => place);
    return [Math.min(...places), Math.max(...places)] as const;
  });
  return spans.every(([from], index) => (spans[index - 1]?.[1] ?? from) <= from);
}
