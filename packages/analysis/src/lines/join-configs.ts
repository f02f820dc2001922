import { compareVersions } from '@basecase/ingest/model';
import { diffSettings, parseSettings, type SettingChange } from '../settings/diff-settings';
import {
  type ConfigName,
  compareConfigNames,
  leftOut,
  nameWithoutVersion,
  readConfigName,
  successionKey,
} from './config-name';
import type {
  ConfigLine,
  ConfigPair,
  LineDecision,
  LineEvidence,
  LineProposal,
  ProposalReason,
  Seam,
  SharedVersion,
} from './line-types';

/** A config with its versions in release order. */
export interface MeasuredConfig {
  config: string;
  name: ConfigName | null;
  /** Its name without the version, where it has that of all its runs. */
  ofVersion: string | null;
  versions: string[];
  /** Place of the column of each version. */
  columns: ReadonlyMap<string, number>;
}

/** More changed values than that are another experiment, whatever the names say. */
const MAX_CHANGED = 3;

/** A dump of the settings in force has all that the version knows: what it lacks, the version lacks. */
const FEWEST_OF_DUMP = 150;

/** @param columns those of one config of a product and build */
export function toMeasured(
  config: string,
  columns: readonly { version: string; index: number }[],
): MeasuredConfig {
  const placeOf = new Map(columns.map(({ version, index }) => [version, index]));
  const versions = [...placeOf.keys()].sort(compareVersions);
  return {
    config,
    name: readConfigName(config),
    ofVersion: nameWithoutVersion(config, versions),
    versions,
    columns: placeOf,
  };
}

/** Earlier names first, then those without a place in a succession. */
export function inSuccession(configs: readonly MeasuredConfig[]): MeasuredConfig[] {
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

type Proposal = Omit<LineProposal, 'product' | 'flavour'>;

/** A join, a proposed one, or neither: two configs that have nothing to do with each other. */
interface Answer {
  join?: Seam;
  proposal?: Proposal;
}

/** Joins what was tested, if no test moved. */
function byTest(shared: SharedVersion | null, seam: Seam): Answer {
  if (shared === null) return { proposal: { ...seam, reason: 'measured with both, not compared' } };
  if (shared.moved > 0) return { proposal: { ...seam, shared, reason: 'measured with both, tests differ' } };
  return { join: { ...seam, shared } };
}

/** Joins the configs of one product and build one by one. */
export class JoinedConfigs {
  readonly #proposals: Proposal[] = [];
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
    for (const { proposal } of answers) if (proposal) this.#propose(proposal);
    this.#chains.push({ configs: [config], seams: [] });
  }

  /** Joins names that differ by the version alone, equal settings under any name, and what people joined. */
  joinBySettings(): void {
    for (const chain of this.#chains.toSorted(byFirstVersion)) {
      if (!this.#chains.includes(chain)) continue;
      for (const next of this.#chains.toSorted(byFirstVersion)) {
        if (next === chain || !this.#chains.includes(next) || byFirstVersion(next, chain) < 0) continue;
        const { join, proposal } = this.#beyondNames(chain, next);
        if (proposal) this.#propose(proposal);
        if (!join) continue;
        chain.configs.push(...next.configs);
        chain.seams.push(join, ...next.seams);
        this.#chains.splice(this.#chains.indexOf(next), 1);
      }
    }
  }

  #beyondNames(chain: Chain, next: Chain): Answer {
    const split = this.#splitBetween(chain, next);
    if (split) return { proposal: split };
    const decided = this.#decisionOf(chain, next);
    if (decided.join || decided.proposal) return decided;
    return this.#byVersionInName(chain, next) ?? this.#bySettings(chain, next);
  }

  /** `my57` of 5.7 and `my80` of 8.0: the version has a config of its own. */
  #byVersionInName(chain: Chain, next: Chain): Answer | null {
    const [from, to] = [chain.configs.at(-1), next.configs[0]];
    if (!from?.ofVersion || from.ofVersion !== to?.ofVersion) return null;
    if (commonVersions(chain, next).length > 0 || !continues(chain, to)) return null;
    const pair = this.#pairOf(from.config, to.config);
    const changed = (pair.changed ?? []).filter(({ kind }) => kind === 'changed');
    if (changed.length > MAX_CHANGED) return { proposal: { ...pair, reason: 'many settings changed' } };
    return { join: { ...pair, reason: 'names' } };
  }

  /** Names and settings may propose the same two configs: the first reason is kept. */
  #propose(proposal: Proposal): void {
    const isKnown = this.#proposals.some(({ from, to }) => from === proposal.from && to === proposal.to);
    if (!isKnown) this.#proposals.push(proposal);
  }

  /** Proposed joins; without those of configs that other evidence has joined. */
  openProposals(): Proposal[] {
    return this.#proposals.filter(
      ({ from, to }) =>
        !this.#chains.some(({ configs }) =>
          [from, to].every((own) => configs.some(({ config }) => config === own)),
        ),
    );
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

  #byName(chain: Chain, config: MeasuredConfig): Answer {
    const last = chain.configs.at(-1);
    if (!last?.name || !config.name) return {};
    const next = { configs: [config], seams: [] };
    const split = this.#splitBetween(chain, next);
    if (split) return { proposal: split };
    const pair = this.#pairOf(last.config, config.config);
    if (this.#decided(last.config, config.config) === 'join') return this.#byDecision(chain, next, pair);
    const common = commonVersions(chain, next);
    const gap = leftOut(last.name, config.name);
    const weak: ProposalReason | null = config.name.isWeak
      ? 'only a number or a date in the names shows their order'
      : gap && `names differ by more than one ${gap}`;
    if (common.length > 0) {
      if (weak) return isHandedOver(chain, next, common) ? { proposal: { ...pair, reason: weak } } : {};
      const seam: Seam = { ...pair, reason: 'names' };
      return isHandedOver(chain, next, common) ? byTest(this.#test(chain, next, common), seam) : {};
    }
    if (!continues(chain, config))
      return { proposal: { ...pair, reason: 'the later name was measured with the older version' } };
    if (weak) return { proposal: { ...pair, reason: weak } };
    const changed = (pair.changed ?? []).filter(({ kind }) => kind === 'changed');
    if (changed.length > MAX_CHANGED) return { proposal: { ...pair, reason: 'many settings changed' } };
    return { join: { ...pair, reason: 'names' } };
  }

  /** The join of two chains that a person made, or why it can't be made. */
  #decisionOf(chain: Chain, next: Chain): Answer {
    for (const from of chain.configs) {
      for (const to of next.configs) {
        if (this.#decided(from.config, to.config) === 'join')
          return this.#byDecision(chain, next, this.#pairOf(from.config, to.config));
      }
    }
    return {};
  }

  /** A decision joins what can't be compared; it does not join where a test shows the config. */
  #byDecision(chain: Chain, next: Chain, pair: ConfigPair): Answer {
    const seam: Seam = { ...pair, reason: 'decision' };
    const shared = this.#test(chain, next, commonVersions(chain, next));
    return shared ? byTest(shared, seam) : { join: seam };
  }

  #bySettings(chain: Chain, next: Chain): Answer {
    const [from, to] = [chain.configs.at(-1), next.configs[0]];
    if (!from || !to) return {};
    const common = commonVersions(chain, next);
    if (common.length > 0 && !isHandedOver(chain, next, common)) return {};
    const pair = this.#pairOf(from.config, to.config);
    if (pair.changed === null || pair.changed.some(({ kind }) => kind !== 'added')) return {};
    const isEqual = pair.changed.length === 0 || this.#isDump(from.config);
    if (!isEqual) return { proposal: { ...pair, reason: 'settings were added' } };
    const seam: Seam = { ...pair, reason: 'settings' };
    return common.length > 0 ? byTest(this.#test(chain, next, common), seam) : { join: seam };
  }

  /** The first two configs of the chains that a person split. */
  #splitBetween(chain: Chain, next: Chain): Proposal | null {
    for (const from of chain.configs) {
      for (const to of next.configs) {
        if (this.#decided(from.config, to.config) === 'split')
          return { ...this.#pairOf(from.config, to.config), reason: 'split' };
      }
    }
    return null;
  }

  /** What versions that were measured with both show; of several the one that differs most. Null: nothing to compare. */
  #test(chain: Chain, next: Chain, common: readonly string[]): SharedVersion | null {
    const compared = common.flatMap((version): SharedVersion[] => {
      const found = this.evidence.compare?.(columnOf(chain, version), columnOf(next, version));
      return found ? [{ version, ...found }] : [];
    });
    return compared.sort((a, b) => b.moved - a.moved)[0] ?? null;
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

/** Place of the column of a version, with any config of the chain; -1 without one. */
function columnOf({ configs }: Chain, version: string): number {
  return configs.find(({ columns }) => columns.has(version))?.columns.get(version) ?? -1;
}

/** Versions that were measured with both. */
function commonVersions(chain: Chain, next: Chain): string[] {
  return versionsOf(next).filter((version) => columnOf(chain, version) !== -1);
}

/** One version is the last of the one and the first of the other: else the two are variations. */
function isHandedOver(chain: Chain, next: Chain, [version, ...others]: readonly string[]): boolean {
  const [before, after] = [versionsOf(chain), versionsOf(next)];
  return (
    others.length === 0 &&
    version === before.at(-1) &&
    version === after[0] &&
    before.length > 1 &&
    after.length > 1
  );
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
