import { compareVersions } from '@basecase/ingest/model';
import { diffSettings, parseSettings, type SettingChange } from '../settings/diff-settings';
import {
  append,
  byFirstVersion,
  type Chain,
  chainOf,
  columnOf,
  commonVersions,
  continues,
  isHandedOver,
  type MeasuredConfig,
  newestOf,
} from './chain';
import { leftOut, successionKey } from './config-name';
import type {
  ConfigLine,
  ConfigPair,
  ConfigStep,
  LineDecision,
  LineEvidence,
  LineProposal,
  ProposalReason,
  Seam,
  SharedVersion,
} from './line-types';

/** More changed values than that are another experiment, whatever the names say. */
const MAX_CHANGED = 3;

/** A dump of the settings in force has all that the version knows: what it lacks, the version lacks. */
const FEWEST_OF_DUMP = 150;

type Proposal = Omit<LineProposal, 'product' | 'flavour'>;

/** A join, a step, a proposed one, or neither: two configs that have nothing to do with each other. */
interface Answer {
  join?: Seam;
  step?: ConfigPair;
  proposal?: Proposal;
}

/** Joins what was tested, if no test moved. */
function byTest(shared: SharedVersion | null, seam: Seam): Answer {
  if (shared === null) return { proposal: { ...seam, reason: 'measured with both, not compared' } };
  if (shared.moved > 0) return { proposal: { ...seam, shared, reason: 'measured with both, tests differ' } };
  return { join: { ...seam, shared } };
}

/** The evidence of one version for two configs, the later one with the name of a successor. */
function bySuccession(shared: SharedVersion | null, seam: Seam): Answer {
  const { proposal, ...made } = byTest(shared, seam);
  if (!proposal) return made;
  const canStep = proposal.shared !== null && (seam.changed ?? []).length > 0;
  return { proposal: canStep ? { ...proposal, canStep } : proposal };
}

/** Joins the configs of one product and build one by one. */
export class JoinedConfigs {
  readonly #proposals: Proposal[] = [];
  readonly #chains: Chain[] = [];
  readonly #steps: ConfigPair[] = [];
  readonly #settings = new Map<string, ReadonlyMap<string, string> | null>();

  constructor(
    private readonly product: string,
    private readonly evidence: LineEvidence,
  ) {}

  /** Joins a config to the chain that it continues, or begins one. */
  add(config: MeasuredConfig): void {
    const answers = this.#candidates(config).map((chain) => ({ chain, ...this.#byName(chain, config) }));
    // The nearest chain counts: what begins with a step continues none before it.
    const decided = answers.filter(({ join, step }) => join || step);
    const best = decided.reduce<(typeof decided)[number] | null>(
      (found, each) =>
        found && compareVersions(newestOf(found.chain), newestOf(each.chain)) >= 0 ? found : each,
      null,
    );
    if (best?.join) {
      append(best.chain, chainOf(config), best.join);
      return;
    }
    if (best?.step) this.#steps.push(best.step);
    // Of many earlier configs the nearest name is the one to ask about; what was decided or tested is always listed.
    const proposals = answers.flatMap(({ proposal }) => proposal ?? []);
    const nearest = proposals.at(-1);
    for (const proposal of proposals)
      if (proposal === nearest || proposal.reason === 'split' || proposal.shared) this.#propose(proposal);
    this.#chains.push(chainOf(config));
  }

  /** Joins names that differ by the version alone, equal settings under any name, and what people joined. */
  joinBySettings(): void {
    for (const chain of this.#chains.toSorted(byFirstVersion)) {
      if (!this.#chains.includes(chain)) continue;
      for (const next of this.#chains.toSorted(byFirstVersion)) {
        if (next === chain || !this.#chains.includes(next) || byFirstVersion(next, chain) < 0) continue;
        const { join, step, proposal } = this.#beyondNames(chain, next);
        if (proposal) this.#propose(proposal);
        if (step && !this.#hasStep(step)) this.#steps.push(step);
        if (!join) continue;
        append(chain, next, join);
        this.#chains.splice(this.#chains.indexOf(next), 1);
      }
    }
  }

  #beyondNames(chain: Chain, next: Chain): Answer {
    const split = this.#splitBetween(chain, next);
    if (split) return { proposal: split };
    const decided = this.#decisionOf(chain, next);
    if (decided.join || decided.step || decided.proposal) return decided;
    return this.#byVersionInName(chain, next) ?? this.#bySettings(chain, next);
  }

  /** `my57` of 5.7 and `my80` of 8.0: each version has its config. */
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
    return this.#proposals.filter((pair) => !this.#isJoined(pair) && !this.#hasStep(pair));
  }

  /** Confirmed steps, each with the configs that name the lines before and after it. */
  steps(): Omit<ConfigStep, 'product' | 'flavour'>[] {
    return this.#steps
      .filter((step) => !this.#isJoined(step))
      .map((step) => {
        const [lineBefore, line] = [step.from, step.to].map((own) => this.#chainWith(own)?.[0] ?? own);
        return { ...step, lineBefore: lineBefore ?? step.from, line: line ?? step.to };
      });
  }

  #isJoined({ from, to }: Pick<ConfigPair, 'from' | 'to'>): boolean {
    return this.#chainWith(from)?.includes(to) ?? false;
  }

  #hasStep(pair: Pick<ConfigPair, 'from' | 'to'>): boolean {
    return this.#steps.some(({ from, to }) => from === pair.from && to === pair.to);
  }

  /** Configs that a config was joined with, in the order of their line. */
  #chainWith(name: string): string[] | undefined {
    return this.#chains.map(namesInOrder).find((configs) => configs.includes(name));
  }

  lines(): Pick<ConfigLine, 'configs' | 'seams'>[] {
    return this.#chains
      .filter(({ configs }) => configs.length > 1)
      .map((chain) => ({ configs: namesInOrder(chain), seams: chain.seams }));
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
    const next = chainOf(config);
    const split = this.#splitBetween(chain, next);
    if (split) return { proposal: split };
    const pair = this.#pairOf(last.config, config.config);
    const decided = this.#decided(last.config, config.config);
    if (decided) return this.#byDecision(chain, next, { pair, decided });
    const common = commonVersions(chain, next);
    const gap = leftOut(last.name, config.name);
    const weak: ProposalReason | null = config.name.isWeak
      ? 'only a number or a date in the names shows their order'
      : gap && `names differ by more than one ${gap}`;
    if (common.length > 0) {
      if (!isHandedOver(chain, next, common)) return {};
      if (weak) return common.length === 1 ? { proposal: { ...pair, reason: weak } } : {};
      const answer = bySuccession(this.#test(chain, next, common), { ...pair, reason: 'names' });
      // Configs that share several versions may be variations: at most a step is proposed.
      return common.length === 1 || answer.proposal?.canStep ? answer : {};
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
        const decided = this.#decided(from.config, to.config);
        const pair = this.#pairOf(from.config, to.config);
        if (decided) return this.#byDecision(chain, next, { pair, decided });
      }
    }
    return {};
  }

  /** A decision joins what can't be compared; where a test shows the config, it is a step at most. */
  #byDecision(
    chain: Chain,
    next: Chain,
    { pair, decided }: { pair: ConfigPair; decided: LineDecision['action'] },
  ): Answer {
    const seam: Seam = { ...pair, reason: 'decision' };
    const common = commonVersions(chain, next);
    const shared = this.#test(chain, next, common);
    const isSuccession = common.length === 0 || isHandedOver(chain, next, common);
    if (decided === 'step' && shared?.moved !== 0) return isSuccession ? { step: { ...pair, shared } } : {};
    if (shared === null) return { join: seam };
    return isSuccession ? bySuccession(shared, seam) : byTest(shared, seam);
  }

  #bySettings(chain: Chain, next: Chain): Answer {
    const [from, to] = [chain.configs.at(-1), next.configs[0]];
    if (!from || !to) return {};
    const common = commonVersions(chain, next);
    if (common.length > 1 || (common.length === 1 && !isHandedOver(chain, next, common))) return {};
    if (!this.#keepsSettings(from.config, to.config)) return {};
    const pair = this.#pairOf(from.config, to.config);
    if (pair.changed === null) return {};
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

  /** The result of a version that was measured with both; of several the one that differs most. Null: nothing to compare. */
  #test(chain: Chain, next: Chain, common: readonly string[]): SharedVersion | null {
    const compared = common.flatMap((version): SharedVersion[] => {
      const found = this.evidence.compare?.(columnOf(chain, version), columnOf(next, version));
      return found ? [{ version, ...found }] : [];
    });
    return compared.sort((a, b) => b.moved - a.moved)[0] ?? null;
  }

  /** Each setting of the earlier config has the same value in the later one. Stops at the first that does not. */
  #keepsSettings(from: string, to: string): boolean {
    const [before, after] = [this.#settingsOf(from), this.#settingsOf(to)];
    if (!before || !after) return false;
    for (const [name, value] of before) {
      const other = after.get(name) ?? null;
      if (other !== value && isOfExperiment({ name, before: value, after: other })) return false;
    }
    return true;
  }

  #isDump(config: string): boolean {
    return (this.#settingsOf(config)?.size ?? 0) >= FEWEST_OF_DUMP;
  }

  /** Read once: each config is compared with all others. */
  #settingsOf(config: string): ReadonlyMap<string, string> | null {
    const known = this.#settings.get(config);
    if (known !== undefined) return known;
    const text = this.evidence.settingsOf?.(this.product, config) ?? null;
    const settings = text === null ? null : parseSettings(text);
    this.#settings.set(config, settings);
    return settings;
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

/** Configs of a chain in the order of their first versions. */
function namesInOrder({ configs }: Chain): string[] {
  return configs
    .toSorted((a, b) => compareVersions(a.versions[0] ?? '', b.versions[0] ?? ''))
    .map(({ config }) => config);
}

/** Where a version is installed and what it is called differs with every version. */
const OF_INSTALLATION = /(^|\.)(version|hostname|port|socket|server_uuid|pid_file)/;

function isOfExperiment({ name, before, after }: Pick<SettingChange, 'name' | 'before' | 'after'>): boolean {
  return !OF_INSTALLATION.test(name) && ![before, after].some((value) => value?.startsWith('/'));
}
