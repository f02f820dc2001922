import type { SettingChange } from '../settings/diff-settings';
import type { NightLine } from '../verdicts/steps/release-lines';

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
  | 'names differ by more than one letter'
  | 'only a number or a date in the names shows their order'
  | 'many settings changed'
  | 'settings were added'
  | 'measured with both, not compared'
  | 'measured with both, tests differ'
  | 'split';

/** A version that was measured with both configs, and how many of its tests moved between them. */
export interface SharedVersion extends TestedPair {
  version: string;
}

/** Tests of one version with two configs, judged as if nothing had changed. */
export interface TestedPair {
  /** Tests that differ beyond the noise. */
  moved: number;
  tests: number;
  /** Keys of those that differ, the farthest first; left out in evaluations from before they were stored. */
  movedTests?: string[] | undefined;
  /** Geometric mean over the tests, later config / earlier one; left out in evaluations from before it was stored. */
  ratio?: number | undefined;
}

/** Two configs that may continue each other. */
export interface ConfigPair {
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
  /** Of a line of nights: the version line and branch of its builds. Left out of releases. */
  nights?: NightLine | undefined;
}

/** A join that a person can make. */
export interface LineProposal extends ConfigPair {
  product: string;
  flavour: string | null;
  reason: ProposalReason;
  /** Set where a person can confirm a config step: one config succeeds the other, and the settings that differ are known. */
  canStep?: boolean | undefined;
}

/**
 * A confirmed config step: the one config succeeds the other, and the same version differs with the two. The versions before
 * and after it are on separate lines, so that no ratio has the step in it.
 */
export interface ConfigStep extends ConfigPair {
  product: string;
  flavour: string | null;
  /** Configs that name the lines before and after the step. */
  lineBefore: string;
  line: string;
}

/** A step as pages name it. */
export type StepMark = Pick<ConfigStep, 'from' | 'to' | 'shared'>;

export interface ConfigLines {
  lines: ConfigLine[];
  proposals: LineProposal[];
  /** Left out where there are none. */
  steps?: ConfigStep[] | undefined;
}

/** A decision about two configs of a product, on every server and workload. */
export interface LineDecision {
  product: string;
  from: string;
  to: string;
  action: 'join' | 'split' | 'step';
}

/** What is known besides the names. */
export interface LineEvidence {
  /** Text of a config, or a dump of the settings in force; null: not stored. */
  settingsOf?: (product: string, config: string) => string | null;
  /** Tests of two columns of one version, by their places; null: nothing to compare. */
  compare?: (from: number, to: number) => TestedPair | null;
  decisions?: readonly LineDecision[];
}
