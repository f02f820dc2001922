import type { ServerKind } from '@basecase/ingest/model';
import { formatFixed } from '../format/format';
import { toPrintfFixed } from '../format/printf';
import type { MissingReason } from '../verdicts/compared-change';
import { DEFAULT_RULE } from '../verdicts/rule';
import type { StopReason } from '../verdicts/stopped';
import type { Verdict, VerdictChange } from '../verdicts/verdict';
import { stopSentence } from '../verdicts/verdict-words';
import { type Certainty, certaintyOf } from './certainty';

/** Why a change is sure, or is not, in the order in which one is named. */
export type CertaintyReasonCode =
  | 'stopped'
  | 'rounds agree'
  | 'repeats agree'
  | 'neighbours agree'
  | 'larger than noise'
  | 'more failures'
  | 'stolen time'
  | 'repeats disagree'
  | 'no repeat'
  | 'shared machine'
  | 'newest only'
  | 'near the noise'
  | 'smaller than noise'
  | 'not measured';

/** What is known of one comparison; only `verdict` must be. */
export interface CertaintyFacts {
  verdict: Verdict;
  /** ln of how much better it is than the base; null without a ratio. */
  x?: number | null;
  /** Half width of 95% of the noise, on the log scale; null where it is not known. */
  band?: number | null;
  /** False: the noise was assumed, as no run of this server and workload was repeated. */
  isNoiseMeasured?: boolean;
  /** The users of the machine; null if unknown. */
  kind?: ServerKind | null;
  /** It is the median of several tests. */
  isMedian?: boolean;
  /** Runs on each side; the fewer count. */
  runs?: number;
  /** Rounds that both sides were compared in; null: single runs. */
  rounds?: number | null;
  /** Later versions, or nights, that were measured, if all of them show the same change; 0: not all do. */
  neighbours?: number;
  /** `version`, `night`. */
  neighbour?: string;
  /** It rests on the newest measurement alone: `the newest night`; empty where it does not. */
  newestOnly?: string;
  changedBy?: VerdictChange | null;
  steal?: number | null;
  /** Of a cell without a number. */
  missing?: MissingReason | StopReason | null;
}

/** A level with its number and one reason. */
export interface CertaintyReason {
  certainty: Certainty | null;
  code: CertaintyReasonCode;
  /** `−19% against a run-to-run noise of ±3.2%`; empty without a number. */
  figure: string;
  /** `both runs of each side agree`; never empty. */
  reason: string;
}

/** From here on a gain is read as a factor. */
const FACTOR_FROM = 2;
/** Smaller percentages have one decimal. */
const WHOLE_FROM = 10;

/** `19%`, `3.2%`: a part as people read it, without a sign. */
export function partText(part: number): string {
  const percent = Math.abs(part) * 100;
  return `${toPrintfFixed(percent, percent >= WHOLE_FROM ? 0 : 1).replace(/\.0$/, '')}%`;
}

/** `2.6`: a gain as a factor, from its logarithm; null where it is read in percent. */
export function factorText(x: number): string | null {
  const ratio = Math.exp(x);
  return ratio >= FACTOR_FROM ? toPrintfFixed(ratio, 1) : null;
}

/** `−19%`, `+7.5%`, `2.6×`: a change of the throughput, from its logarithm. */
export function changeText(x: number): string {
  const factor = factorText(x);
  return factor === null ? `${x < 0 ? '−' : '+'}${partText(Math.expm1(x))}` : `${factor}×`;
}

/** `±3.2%`: a band on the log scale. */
export function noiseText(band: number): string {
  return `±${formatFixed(band * 100, 1)}%`;
}

/**
 * `can't tell under 6%`: what a comparison within the noise says. The noise may hide that much, and the change that was
 * seen is not larger than noise either.
 */
export function cannotTellText(x: number, band: number): string {
  const most = Math.max(1 - Math.exp(-band), Math.abs(Math.expm1(x)));
  return `can't tell under ${Math.ceil(most * 100 - 1e-9)}%`;
}

/**
 * The level of a comparison, its figure and one reason, for every page, export, command and answer
 * (DESIGN: reasons for it are named first: repeats agree, neighbours agree, larger than noise; then those against it: no
 * repeat, shared machine, one of several only).
 */
export function certaintyReason(facts: CertaintyFacts): CertaintyReason {
  const certainty = certaintyOf(facts.verdict);
  const [code, reason] = findReason(certainty, facts);
  return { certainty, code, figure: figureOf(facts), reason };
}

/** `−19% against a run-to-run noise of ±3.2%; repeats agree`: figure and reason in one line. */
export function certaintySentence(facts: CertaintyFacts): string {
  const { figure, reason } = certaintyReason(facts);
  return [figure, reason].filter(Boolean).join('; ');
}

function figureOf(facts: CertaintyFacts): string {
  const {
    x = null,
    band = null,
    isNoiseMeasured = true,
    kind = null,
    isMedian = false,
    rounds = null,
  } = facts;
  if (x === null) return '';
  const change = `${isMedian ? 'median ' : ''}${changeText(x)}`;
  if (band === null) return change;
  if (rounds !== null) return `${change} ${noiseText(band)} in ${rounds} rounds`;
  const similar = kind === 'dedicated' ? 'a noise of similar servers' : 'an assumed noise';
  return `${change} against ${isNoiseMeasured ? 'a run-to-run noise' : similar} of ${noiseText(band)}`;
}

function findReason(certainty: Certainty | null, facts: CertaintyFacts): [CertaintyReasonCode, string] {
  const { verdict, missing = null } = facts;
  if (verdict === 'stopped working') {
    return ['stopped', missing === null ? 'it has no result any more' : stopWords(missing)];
  }
  switch (certainty) {
    case null:
      return ['not measured', missing ?? 'no value'];
    case 'sure':
      return reasonFor(facts);
    case 'likely':
      return reasonAgainst(facts);
    case 'noise':
      return reasonOfNoise(facts);
  }
}

/** `failed`, out of `Stopped working: failed.` */
function stopWords(reason: MissingReason | StopReason): string {
  return stopSentence(reason as StopReason)
    .replace(/^[^:]*: /, '')
    .replace(/\.$/, '');
}

function reasonFor({
  runs = 1,
  rounds = null,
  neighbours = 0,
  neighbour = 'version',
  isNoiseMeasured = true,
}: CertaintyFacts): [CertaintyReasonCode, string] {
  if (rounds !== null) return ['rounds agree', 'measured in turns'];
  if (runs > 1) return ['repeats agree', `${runs} runs of each side agree`];
  if (neighbours > 0) {
    const words =
      neighbours === 1 ? `the next ${neighbour} shows` : `all ${neighbours} later ${neighbour}s show`;
    return ['neighbours agree', `${words} it too`];
  }
  return [
    'larger than noise',
    isNoiseMeasured ? 'larger than the noise' : 'larger than the noise of similar servers',
  ];
}

function reasonAgainst(facts: CertaintyFacts): [CertaintyReasonCode, string] {
  const { isNoiseMeasured = true, kind = null, runs = 1, newestOnly = '', changedBy = null } = facts;
  if (newestOnly !== '') return ['newest only', `seen in ${newestOnly} only`];
  if (changedBy === 'guard' && runs > 1) return ['repeats disagree', 'the repeats disagree'];
  if (changedBy === 'host') return ['shared machine', `${machineText(kind)}, and most tests moved together`];
  if (!isNoiseMeasured) return ['no repeat', 'no run was repeated yet'];
  if (changedBy === 'evidence') return ['shared machine', machineText(kind)];
  return ['near the noise', 'near the noise'];
}

function reasonOfNoise(facts: CertaintyFacts): [CertaintyReasonCode, string] {
  const { verdict, x = null, band = null, changedBy = null, steal = null } = facts;
  if (steal !== null) return ['stolen time', `the host withheld ${Math.round(steal)}% of the CPU`];
  if (changedBy === 'failures') return ['more failures', 'more operations failed'];
  if (verdict === 'no change')
    return ['smaller than noise', `no change of ${partText(DEFAULT_RULE.big)} or more`];
  return [
    'smaller than noise',
    x === null || band === null ? 'smaller than the noise' : cannotTellText(x, band),
  ];
}

/** Who may disturb a measurement. */
function machineText(kind: ServerKind | null): string {
  switch (kind) {
    case 'virtual':
      return 'a virtual machine, whose host others may use';
    case 'shared':
      return 'a shared machine';
    case 'dedicated':
      return 'a dedicated machine';
    default:
      return 'machine kind unknown (treated as shared)';
  }
}
