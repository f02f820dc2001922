import { formatFixed } from '../format/format';
import { toPrintfFixed } from '../format/printf';
import type { ColumnShift } from './column-shift';
import { type StopDetail, stopDetailText } from './explain/stop-cause';
import type { JudgedCell } from './judge-cells';
import { DEFAULT_RULE } from './rule';
import type { StepKind } from './steps/version-steps';
import type { StopReason } from './stopped';
import type { Verdict } from './verdict';

/** "Run-to-run noise: ±5.5% (95%)." (docs/method.md §2.5); of rounds "24 rounds: −4.1% ± 1.6%." (§11) */
export function bandSentence({
  band,
  x = 0,
  rounds = null,
}: Pick<JudgedCell, 'band'> & Partial<Pick<JudgedCell, 'x' | 'rounds'>>): string {
  if (rounds) return `${rounds.n} rounds: ${signedPercent(x)} ± ${formatFixed(band * 100, 1)}%.`;
  return `Run-to-run noise: ±${formatFixed(band * 100, 1)}% (95%).`;
}

/** `−4.1%`, of a change on the log scale. */
export function signedPercent(x: number): string {
  const percent = Math.expm1(x) * 100;
  return `${percent < 0 ? '−' : '+'}${toPrintfFixed(Math.abs(percent), 1)}%`;
}

/** `run for another time: 60 s, the base 300 s`: why two cells are not compared (docs/method.md §3.8). */
export function otherLengthText({
  base,
  column,
}: {
  base: readonly number[];
  column: readonly number[];
}): string {
  const words = (seconds: readonly number[]) => `${seconds.join(' and ')} s`;
  return `run for another time: ${words(column)}, the base ${words(base)}`;
}

/** "The host withheld 7% of the CPU (stolen time, median of the test), above 2%: not judged." (docs/method.md §3.8) */
export function stealSentence(percent: number): string {
  return `The host withheld ${Math.round(percent)}% of the CPU (stolen time, median of the test), above ${DEFAULT_RULE.stealMost}%: not judged.`;
}

/**
 * "3.1% slower across the board: server or base run?", or what moved with it, "31.0% slower across the
 * board: CPU per operation accounts for it in 24 of 28 tests." (docs/method.md §3.4)
 */
export function columnShiftSentence(shift: ColumnShift): string {
  const percent = Math.expm1(shift.x) * 100;
  const moved = `${toPrintfFixed(Math.abs(percent), 1)}% ${percent > 0 ? 'faster' : 'slower'} across the board`;
  if (shift.cause === null) return `${moved}: server or base run?`;
  const what = shift.cause === 'CPU' ? 'CPU per operation accounts' : 'costs per operation account';
  return `${moved}: ${what} for it in ${shift.explained} of ${shift.moved} tests.`;
}

/** What a kind of step means for the reader; empty for a plain step. */
export function stepSentence({
  kind,
  version,
  back,
}: {
  kind: StepKind;
  version: string;
  back: string | null;
}): string {
  if (kind === 'step') return '';
  if (kind === 'last') return `Only one run since ${version} so far.`;
  return `Only ${version}, one run: ${back === null ? '' : `fixed in ${back}, or `}a bad run.`;
}

/** `2 tests stopped working.`: the sentence before any count of slower ones; empty without a stop. */
export function stoppedText(verdicts: readonly Verdict[]): string {
  return stoppedCountText(verdicts.filter((verdict) => verdict === 'stopped working').length);
}

/** The same from a count. */
export function stoppedCountText(count: number): string {
  return count === 0 ? '' : `${count} ${count === 1 ? 'test' : 'tests'} stopped working.`;
}

const STOPS: Readonly<Record<StopReason, string>> = {
  '0 operations': 'did no operation',
  failed: 'failed',
  'not run': 'has no result, and the version before has one',
};

/**
 * `Stopped working: failed.`: why a test has no number any more.
 *
 * @param since ` since 29 Aug`, where it is known
 * @param detail of a test that failed: what its log tells
 */
export function stopSentence(reason: StopReason, since = '', detail: StopDetail | null = null): string {
  return `Stopped working${since}: ${detail ? stopDetailText(detail) : STOPS[reason]}.`;
}
