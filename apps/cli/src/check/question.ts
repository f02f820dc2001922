import type { SuccessRate, Verdict } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import { EXIT, type ExitCode } from '../exit';
import type { BuildOptions, ChoiceOptions, ReadOptions } from '../options';
import type { CheckFormat } from './draw-check';

/** Choices for what a check fails on; `possible` is the name that `likely` had, and works on. */
export const FAIL_ON = ['regression', 'likely', 'possible'] as const;

export interface CheckOptions extends BuildOptions, ChoiceOptions, ReadOptions {
  failOn: (typeof FAIL_ON)[number];
  format: CheckFormat;
  /** More runs, to learn from how much tests move when nothing changed. */
  noise?: string[];
  /** Directory of past nights, or address of a Basecase server. */
  against?: string;
  server?: string;
  test?: string[];
  token?: string;
  cached?: boolean;
  ioBound?: boolean;
  clients?: number;
  /** The new runs have only some of the tests, by choice: what they lack has not vanished. */
  partial?: boolean;
  machine?: ServerKind;
  /** Clone of the source, for the commits between builds. */
  git?: string;
}

/** Whether the data fits in memory, as given; null: derive it. */
export function cachedOf({ cached, ioBound }: CheckOptions): boolean | null {
  if (ioBound) return false;
  return cached ? true : null;
}

/**
 * The exit code for verdicts, those on success rates too: stops and sure regressions fail, small ones too; with `likely` also
 * those that are not confirmed.
 */
export function exitOf(
  tests: readonly { verdict: Verdict; successRate: SuccessRate | null }[],
  { failOn }: CheckOptions,
): ExitCode {
  const found = new Set(tests.flatMap(({ verdict, successRate }) => [verdict, successRate?.verdict]));
  const has = (...words: Verdict[]) => words.some((word) => found.has(word));
  if (has('stopped working', 'regression', 'small regression')) return EXIT.regressionFound;
  if (!has('possible regression')) return EXIT.ok;
  return failOn === 'regression' ? EXIT.possibleOnly : EXIT.regressionFound;
}
