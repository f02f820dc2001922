import { compareVersions } from '@basecase/ingest/model';
import { diffSettings, parseSettings, type SettingChange } from '../settings/diff-settings';
import { groupBy } from '../statistics/group-by';
import type { VariantKey } from '../verdicts/noise/noise-types';
import {
  areNeighbours,
  type ConfigName,
  compareConfigNames,
  readConfigName,
  successionKey,
} from './config-name';

/**
 * - names: the one is the successor of the other by its name
 * - settings: both have the same settings
 * - decision: joined by hand
 */
export type SeamReason = 'names' | 'settings' | 'decision';

/** Why a join is proposed and not made. */
export type ProposalReason =
  | 'the later name was measured with the older version'
  | 'names differ by more than one number'
  | 'many settings changed'
  | 'settings were added'
  | 'measured with both, not compared'
  | 'measured with both, tests differ'
  | 'split';

/** A version that was measured with both configs, and how many of its tests moved between them. */
export interface SharedVersion {
  version: string;
  moved: number;
  tests: number;
}

/** Two configs that may continue each other. */
interface ConfigPair {
  from: string;
  to: string;
  /** Settings that differ; null where the text of a config is not stored. */
  changed: SettingChange[] | null;
  shared: SharedVersion | null;
}

/** A join of two configs. */
export interface Seam extends ConfigPair {
  reason: SeamReason;
}

/** Configs of one product and build that continue each other on a server and workload. */
export interface ConfigLine {
  product: string;
  flavour: string | null;
  /** In the order in which they begin; at least two. The first names the line. */
  configs: string[];
  seams: Seam[];
}

/** A join that a person can make. */
export interface LineProposal extends ConfigPair {
  product: string;
  flavour: string | null;
  reason: ProposalReason;
}

export interface ConfigLines {
  lines: ConfigLine[];
  proposals: LineProposal[];
}

/** A join or a split that a person decided, for the configs of a product on every server and workload. */
export interface LineDecision {
  product: string;
  from: string;
  to: string;
  action: 'join' | 'split';
}

/** What is known besides the names. */
export interface LineEvidence {
  /** Text of a config, or a dump of the settings in force; null: not stored. */
  settingsOf?: (product: string, config: string) => string | null;
  /** Tests that differ beyond the noise between two columns of one version, by their places; null: nothing to compare. */
  compare?: (from: number, to: number) => { moved: number; tests: number } | null;
  decisions?: readonly LineDecision[];
}

type LineColumn = Pick<VariantKey, 'product' | 'version' | 'flavour' | 'config' | 'build'>;

/** A config with its versions in release order. */
interface MeasuredConfig {
  config: string;
  name: ConfigName | null;
  versions: string[];
  /** Place of the column of each version. */
  columns: ReadonlyMap<string, number>;
}

/** More changed values than that are another experiment, whatever the names say. */
const MAX_CHANGED = 3;

/** A dump of the settings in force has all that the version knows: what it lacks, the version lacks. */
const FEWEST_OF_DUMP = 150;

/**
 * The configs that continue each other (docs/method.md §4.1): successive names whose versions are successive, too, or
 * equal settings. Two configs that were measured with one version are variations and stay apart, unless it is the
 * last version of the one and the first of the other and no test differs beyond the noise.
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
    found.proposals.push(...joined.proposals.map((proposal) => ({ product, flavour, ...proposal })));
  }
  return found;
}

function toMeasured(config: string, columns: readonly { version: string; index: number }[]): MeasuredConfig {
  const placeOf = new Map(columns.map(({ version, index }) => [version, index]));
  return {
    config,
    name: readConfigName(config),
    versions: [...placeOf.keys()].sort(compareVersions),
    columns: placeOf,
  };
}

/** Earlier names first, then those without a place in a succession. */
function inSuccession(configs: readonly MeasuredConfig[]): MeasuredConfig[] {
  return [...configs].sort(
    (a, b) =>
      Number(a.name === null) - Number(b.name === null) ||
      (a.name && b.name ? compareConfigNames(a.name, b.name) : 0),
  );
}

/** Configs that were joined so far, in the order of their names. */
interface Chain {
  configs: MeasuredConfig[];
  seams: Seam[];
}

/** Joins the configs of one product and build one by one. */
class JoinedConfigs {
  readonly proposals: Omit<LineProposal, 'product' | 'flavour'>[] = [];
  readonly #chains: Chain[] = [];

  constructor(
    private readonly product: string,
    private readonly evidence: LineEvidence,
  ) {}

  /** Joins a config to the chain that it continues, or begins one. */
  add(config: MeasuredConfig): void {
    const answers = this.#candidates(config).map((chain) => ({ chain, ...this.#byName(chain, config) }));
    const joins = answers.flatMap(({ chain, join }) => (join ? [{ chain, join }] : []));
    const best = joins.reduce<(typeof joins)[number] | null>(
      (found, each) =>
        found && compareVersions(newestOf(found.chain), newestOf(each.chain)) >= 0 ? found : each,
      null,
    );
    if (best) {
      best.chain.configs.push(config);
      best.chain.seams.push(best.join);
      return;
    }
    this.proposals.push(...answers.flatMap(({ proposal }) => proposal ?? []));
    this.#chains.push({ configs: [config], seams: [] });
  }

  /** Joins what has equal settings under names that tell nothing, and what people joined. */
  joinBySettings(): void {
    for (const chain of this.#chains.toSorted(byFirstVersion)) {
      if (!this.#chains.includes(chain)) continue;
      for (const next of this.#chains.toSorted(byFirstVersion)) {
        if (next === chain || byFirstVersion(next, chain) < 0) continue;
        const [from, to] = [chain.configs.at(-1), next.configs[0]];
        if (!from || !to) continue;
        const decided = this.#decisionOf(chain, next);
        const seam = decided ?? this.#bySettings(chain, next);
        if (!seam) continue;
        chain.configs.push(...next.configs);
        chain.seams.push(seam, ...next.seams);
        this.#chains.splice(this.#chains.indexOf(next), 1);
      }
    }
  }

  lines(): Pick<ConfigLine, 'configs' | 'seams'>[] {
    return this.#chains
      .filter(({ configs }) => configs.length > 1)
      .map(({ configs, seams }) => ({
        configs: configs
          .toSorted((a, b) => compareVersions(a.versions[0] ?? '', b.versions[0] ?? ''))
          .map(({ config }) => config),
        seams,
      }));
  }

  /** Chains of the same succession. */
  #candidates({ name }: MeasuredConfig): Chain[] {
    if (!name) return [];
    const key = successionKey(name);
    return this.#chains.filter(({ configs }) =>
      configs.every((own) => own.name !== null && successionKey(own.name) === key),
    );
  }

  #byName(
    chain: Chain,
    config: MeasuredConfig,
  ): { join?: Seam; proposal?: Omit<LineProposal, 'product' | 'flavour'> } {
    const last = chain.configs.at(-1);
    if (!last?.name || !config.name) return {};
    const pair = this.#pairOf(last.config, config.config);
    const decisions = chain.configs.map((own) => this.#decided(own.config, config.config));
    if (decisions.includes('split')) return { proposal: { ...pair, reason: 'split' } };
    if (decisions.at(-1) === 'join') return { join: { ...pair, reason: 'decision' } };
    const common = versionsOf(chain).filter((version) => config.columns.has(version));
    const [version] = common;
    if (version !== undefined) {
      const isHandedOver =
        common.length === 1 &&
        version === last.versions.at(-1) &&
        version === config.versions[0] &&
        last.versions.length > 1 &&
        config.versions.length > 1;
      if (!isHandedOver) return {};
      const compared = this.evidence.compare?.(
        last.columns.get(version) ?? -1,
        config.columns.get(version) ?? -1,
      );
      if (!compared) return { proposal: { ...pair, reason: 'measured with both, not compared' } };
      const shared = { version, ...compared };
      if (compared.moved > 0)
        return { proposal: { ...pair, shared, reason: 'measured with both, tests differ' } };
      return { join: { ...pair, shared, reason: 'names' } };
    }
    if (!continues(chain, config))
      return { proposal: { ...pair, reason: 'the later name was measured with the older version' } };
    if (!areNeighbours(last.name, config.name))
      return { proposal: { ...pair, reason: 'names differ by more than one number' } };
    const changed = (pair.changed ?? []).filter(({ kind }) => kind === 'changed');
    if (changed.length > MAX_CHANGED) return { proposal: { ...pair, reason: 'many settings changed' } };
    return { join: { ...pair, reason: 'names' } };
  }

  /** The join of two chains that a person made. */
  #decisionOf(chain: Chain, next: Chain): Seam | null {
    for (const from of chain.configs) {
      for (const to of next.configs) {
        if (this.#decided(from.config, to.config) === 'join')
          return { ...this.#pairOf(from.config, to.config), reason: 'decision' };
      }
    }
    return null;
  }

  #bySettings(chain: Chain, next: Chain): Seam | null {
    const [from, to] = [chain.configs.at(-1), next.configs[0]];
    if (!from || !to || this.#decided(from.config, to.config) !== null) return null;
    const theirs = new Set(versionsOf(next));
    if (versionsOf(chain).some((version) => theirs.has(version))) return null;
    const pair = this.#pairOf(from.config, to.config);
    if (pair.changed === null || pair.changed.some(({ kind }) => kind !== 'added')) return null;
    if (pair.changed.length === 0 || this.#isDump(from.config)) return { ...pair, reason: 'settings' };
    this.proposals.push({ ...pair, reason: 'settings were added' });
    return null;
  }

  #isDump(config: string): boolean {
    const text = this.evidence.settingsOf?.(this.product, config) ?? '';
    return parseSettings(text).size >= FEWEST_OF_DUMP;
  }

  #pairOf(from: string, to: string): ConfigPair {
    const [before, after] = [from, to].map(
      (config) => this.evidence.settingsOf?.(this.product, config) ?? null,
    );
    const changed =
      before == null || after == null ? null : diffSettings(before, after).changes.filter(isOfExperiment);
    return { from, to, changed, shared: null };
  }

  #decided(a: string, b: string): LineDecision['action'] | null {
    const found = this.evidence.decisions?.findLast(
      ({ product, from, to }) =>
        product === this.product && ((from === a && to === b) || (from === b && to === a)),
    );
    return found?.action ?? null;
  }
}

/** Where a version is installed and what it is called differs with every version. */
const OF_INSTALLATION = /(^|\.)(version|hostname|port|socket|server_uuid|pid_file)/;

function isOfExperiment({ name, before, after }: SettingChange): boolean {
  return !OF_INSTALLATION.test(name) && ![before, after].some((value) => value?.startsWith('/'));
}

function versionsOf({ configs }: Chain): string[] {
  return configs.flatMap(({ versions }) => versions).sort(compareVersions);
}

function newestOf(chain: Chain): string {
  return versionsOf(chain).at(-1) ?? '';
}

function byFirstVersion(a: Chain, b: Chain): number {
  return compareVersions(versionsOf(a)[0] ?? '', versionsOf(b)[0] ?? '');
}

/** Begins after the chain begins and ends after it ends; in between the two may alternate, as z12a and z12b do. */
function continues(chain: Chain, { versions }: MeasuredConfig): boolean {
  return (
    compareVersions(versions[0] ?? '', versionsOf(chain)[0] ?? '') > 0 &&
    compareVersions(versions.at(-1) ?? '', newestOf(chain)) > 0
  );
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
