import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Throughputs, writeRunDirectory } from './run-directory';

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 4, 1, 2);

/** Metadata of a night that differs from all nights. */
export interface NightSketch {
  branch?: string;
  server?: string | null;
  version?: string;
  facts?: Record<string, string>;
  /** False: the build is unknown. */
  isBuildTold?: boolean;
  /** ISO 8601; left out: an hour before it was measured. */
  committed?: string;
  /** Operations that failed, by test. */
  errors?: Record<string, number>;
}

/** 40 digits, the same for the same night. */
export function commitOf(night: number): string {
  return ((night + 1) * 2_654_435_761).toString(16).slice(-8).padStart(8, '0').repeat(5);
}

/** ISO 8601, when a night was measured: it was committed an hour before. */
export function nightTime(night: number): string {
  return new Date(FIRST + night * DAY).toISOString();
}

export function committedAt(night: number): string {
  return new Date(FIRST + night * DAY - 3_600_000).toISOString();
}

/** `2026-05-01` */
export function nightFolder(night: number): string {
  return nightTime(night).slice(0, 10);
}

const TESTS = ['hot-points', 'point-query', 'insert', 'delete'];

/** Noise of 1%, the same for the same night and test. */
function wobble(night: number, test: number): number {
  const seed = Math.sin((night + 1) * 12.9898 + (test + 1) * 78.233) * 43_758.5453;
  return 1 + (seed - Math.floor(seed) - 0.5) * 0.03;
}

function errorsOf(errors: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(errors).map(([test, count]) => [`${test}.range100`, count]));
}

/**
 * Writes a night as a CI leaves it: a folder with a run directory and basecase.json.
 *
 * @param factors what a test does instead of 1000 queries a second, as a part of it; null leaves it out
 */
export async function writeNight(
  folder: string,
  night: number,
  factors: Record<string, number | null> = {},
  {
    branch = 'master',
    server = 'pn53',
    version = '19devel',
    facts,
    isBuildTold = true,
    committed = committedAt(night),
    errors = {},
  }: NightSketch = {},
): Promise<string> {
  const throughputs: Throughputs = Object.fromEntries(
    [...new Set([...TESTS, ...Object.keys(factors)])].flatMap((test, index) => {
      const factor = factors[test];
      return factor === null ? [] : [[`${test}.range100`, 1000 * (factor ?? 1) * wobble(night, index)]];
    }),
  );
  await writeRunDirectory(join(folder, 'x.pg19devel_rel.x10a_c8r32.pk1'), throughputs, errorsOf(errors));
  const manifest = {
    basecase: 1,
    product: 'PostgreSQL',
    version,
    ...(server !== null && { server: { name: server } }),
    ...(isBuildTold && {
      startedAt: nightTime(night),
      build: { commit: commitOf(night), branch, committedAt: committed },
    }),
    ...(facts && { facts }),
  };
  await writeFile(join(folder, 'basecase.json'), JSON.stringify(manifest));
  return folder;
}
