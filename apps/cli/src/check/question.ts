import type { Verdict } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import { EXIT, type ExitCode } from '../exit';
import type { BuildOptions, ChoiceOptions, ReadOptions } from '../options';
import type { CheckFormat } from './draw-check';

/** Choices for what a check fails on. */
export const FAIL_ON = ['regression', 'possible'] as const;

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
}

/** Whether the data fits in memory, as given; null: derive it. */
export function cachedOf({ cached, ioBound }: CheckOptions): boolean | null {
  if (ioBound) return false;
  return cached ? true : null;
}

/**
 * The exit code for verdicts: stops and sure regressions fail, small ones too; with `possible` also those that may be
 * noise.
 */
export function exitOf(tests: readonly { verdict: Verdict }[], { failOn }: CheckOptions): ExitCode {
  const has = (...words: Verdict[]) => tests.some(({ verdict }) => words.includes(verdict));
  if (has('stopped working', 'regression', 'small regression')) return EXIT.regressionFound;
  if (!has('possible regression')) return EXIT.ok;
  return failOn === 'possible' ? EXIT.regressionFound : EXIT.possibleOnly;
}
