import { type ColumnInput, groupBy, markdownText } from '@basecase/analysis';
import { compareVersions, type NormalizedRun, naturalOrder } from '@basecase/ingest/model';
import { someOf, UsageError } from './exit';
import type { Io } from './io';

/** Columns of one table. */
export interface Comparison {
  /** The config of all columns where there are several tables; null for a single one. */
  config: string | null;
  columns: ColumnInput[];
}

export interface SplitChoice {
  /** Id of the benchmark; left out: any. */
  benchmark?: string | undefined;
  /** Name of the config; left out: all. */
  config?: string | undefined;
}

/**
 * What to compare. An argument is one column, so what it holds of several configs or versions is never mixed: of a single
 * argument each is a column, and where there are several versions of several configs, each config is a table. Several
 * arguments that hold the same configs are compared config by config. A note names them.
 *
 * @throws UsageError for a config that no argument has
 */
export function splitColumns(columns: readonly ColumnInput[], choice: SplitChoice, io: Io): Comparison[] {
  const { benchmark } = choice;
  const measured = columns.map((column) => {
    const own = column.runs.filter((run) => benchmark === undefined || run.benchmark === benchmark);
    // Means of vmstat are compared only where no test was read.
    const tests = own.filter((run) => run.benchmark !== 'host');
    return { ...column, runs: tests.length > 0 ? tests : own };
  });
  const chosen = withConfig(measured, choice.config);
  const [first, ...others] = chosen;
  if (!first) return [];
  if (others.length === 0) return splitOne(first, io);
  return splitEach(chosen, io) ?? [{ config: null, columns: withConfig(columns, choice.config) }];
}

/**
 * Columns with the runs of one config, by its name.
 *
 * @throws UsageError for a config that none has
 */
export function withConfig(columns: readonly ColumnInput[], wanted: string | undefined): ColumnInput[] {
  if (wanted === undefined) return [...columns];
  const name = wanted.toLowerCase();
  const found = columns.map(({ runs, ...column }) => ({
    ...column,
    runs: runs.filter((run) =>
      [run.variant.config, configOf(run)].some((each) => each?.toLowerCase() === name),
    ),
  }));
  if (found.some(({ runs }) => runs.length > 0)) return found;
  const known = new Set(columns.flatMap(({ runs }) => runs.map(configOf)));
  throw new UsageError(`no argument has the config ${wanted}. Available: ${someOf([...known])}.`);
}

/** A directory, each of whose versions or configs becomes a column. */
function splitOne(column: ColumnInput, io: Io): Comparison[] {
  const { label, runs } = column;
  const benchmarks = new Set(runs.map(({ benchmark }) => benchmark));
  const configs = [...groupBy(runs, configOf)];
  const variants = new Set(runs.map(variantOf));
  // `chooseRuns` asks for the benchmark.
  if (variants.size < 2 || benchmarks.size > 1) return [{ config: null, columns: [column] }];
  const several = configs.filter(([, own]) => new Set(own.map(versionOf)).size > 1);
  const [only, ...others] = several;
  if (!only) {
    const columns = toColumns(runs);
    const versions = [...new Set(runs.map(versionOf))];
    const isKnown = runs.every(({ variant }) => variant.versionKnown);
    const what =
      versions.length === 1
        ? `${columns.length} configs of ${isKnown ? versions[0] : 'one version'}`
        : `${columns.length} versions, each with another config`;
    io.note(
      `basecase: ${label} holds ${what}: ${someOf(columns.map((each) => each.label))}. ${eachIs(columns)}`,
    );
    return [{ config: null, columns }];
  }
  const left = configs.filter(([, own]) => !several.some(([, kept]) => kept === own)).map(([name]) => name);
  if (left.length > 0)
    io.note(
      `basecase: ${label}: left out, as they have a single version: ${someOf(left)}. --config chooses one.`,
    );
  if (others.length === 0) {
    const columns = toColumns(only[1]);
    io.note(
      `basecase: ${label} holds ${columns.length} versions: ${someOf(columns.map((each) => each.label))}. ${eachIs(columns)}`,
    );
    return [{ config: null, columns }];
  }
  io.note(
    `basecase: ${label} holds ${several.length} configs, each compared by itself: ${someOf(several.map(([name]) => name))}.`,
  );
  return several.map(([config, own]) => ({ config, columns: toColumns(own) }));
}

/** Arguments that hold one version each of the same configs; null where they do not. */
function splitEach(columns: readonly ColumnInput[], io: Io): Comparison[] | null {
  if (columns.every(({ runs }) => new Set(runs.map(variantOf)).size < 2)) return null;
  const byConfig = columns.map(({ runs }) => groupBy(runs, configOf));
  const isMixed = byConfig.some((configs) =>
    [...configs.values()].some((own) => new Set(own.map(versionOf)).size > 1),
  );
  const [base, ...others] = byConfig;
  const shared = [...(base?.keys() ?? [])].filter((name) => others.some((configs) => configs.has(name)));
  if (isMixed || shared.length === 0) return null;
  const all = new Set(byConfig.flatMap((configs) => [...configs.keys()]));
  const left = [...all].filter((name) => !shared.includes(name));
  if (left.length > 0) io.note(`basecase: left out, as the arguments do not share them: ${someOf(left)}.`);
  if (shared.length > 1)
    io.note(
      `basecase: the arguments hold ${shared.length} configs, each compared by itself: ${someOf(shared)}.`,
    );
  return shared.map((config) => ({
    config: shared.length > 1 ? config : null,
    columns: columns.map(({ label }, index) => ({ label, runs: byConfig[index]?.get(config) ?? [] })),
  }));
}

/** Columns in the order of their versions. Their names are those of the runs, else what they differ in. */
function toColumns(runs: readonly NormalizedRun[]): ColumnInput[] {
  const groups = [...groupBy(runs, variantOf).values()].sort(([a], [b]) => (a && b ? inOrder(a, b) : 0));
  const labels = groups.map(([run]) => run?.label ?? '');
  const isOneVersion = new Set(runs.map(versionOf)).size === 1;
  const isOneConfig = new Set(runs.map(configOf)).size === 1;
  const nameOf = (run: NormalizedRun) => {
    if (isOneConfig) return versionOf(run);
    return isOneVersion ? configOf(run) : `${versionOf(run)} ${configOf(run)}`;
  };
  const isNamed = new Set(labels).size === groups.length;
  return groups.map((own, index) => {
    const [run] = own;
    return { label: isNamed || !run ? (labels[index] ?? '') : nameOf(run), runs: own };
  });
}

function inOrder(a: NormalizedRun, b: NormalizedRun): number {
  return (
    naturalOrder(a.variant.product, b.variant.product) ||
    compareVersions(a.variant.version, b.variant.version) ||
    Number(isOther(a)) - Number(isOther(b)) ||
    naturalOrder(configOf(a), configOf(b))
  );
}

/** Words for what a change is measured against. */
const BASE = /^(?:before|old|base(?:line)?|control|stock|vanilla)(?:[-_. ]|$)/i;
const isOther = (run: NormalizedRun) => !BASE.test(configOf(run));

function eachIs([base]: readonly ColumnInput[]): string {
  return `Each is a column, ${base?.label} the base.`;
}

const variantOf = (run: NormalizedRun) => JSON.stringify([versionOf(run), configOf(run)]);

function versionOf({ variant: { product, version, flavour } }: NormalizedRun): string {
  return [product, version, ...(flavour === null ? [] : [flavour])].join(' ');
}

function configOf({ variant: { config }, workload }: NormalizedRun): string {
  const keys = workload.primaryKey === false ? 'no primary key' : null;
  return [config, keys].filter((word) => word !== null).join(' ') || '(no config)';
}

/** @throws UsageError where a format holds one table, and there are several */
export function assertOneTable(comparisons: readonly Comparison[], format: string): void {
  if (comparisons.length < 2 || format === 'text' || format === 'md') return;
  const configs = comparisons.flatMap(({ config }) => config ?? []);
  throw new UsageError(
    `--format ${format} holds one table, and there are ${configs.length} configs. Choose one with --config, e.g. --config "${configs[0]}", or use --format text.`,
  );
}

/** What comes before the table of a config. */
export function headingOf({ config }: Comparison, format: string): string {
  if (config === null) return '';
  return format === 'md' ? `\n## Config ${markdownText(config)}\n\n` : `\nConfig ${config}\n\n`;
}
