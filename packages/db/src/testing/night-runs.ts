import type { Build } from '@basecase/ingest/model';
import type { RunSketch } from './parsed-upload';
import { versionRun } from './regression-bench';

/** 1 May 2026, when the first night is measured. */
const FIRST_NIGHT = Date.UTC(2026, 4, 1, 2);
const DAY = 86_400_000;

/** ISO 8601, when a night is measured. */
export function nightTime(night: number): string {
  return new Date(FIRST_NIGHT + night * DAY).toISOString();
}

/** A commit of master, the same for the same night; hashes are in no order. */
export function nightBuild(night: number): Build {
  const commit = (((night + 1) * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0').repeat(5);
  return {
    commit,
    branch: 'master',
    committedAt: new Date(FIRST_NIGHT + night * DAY - 3_600_000).toISOString(),
    number: null,
    url: null,
    repository: {
      url: 'https://github.com/postgres/postgres',
      commitUrl: 'https://github.com/postgres/postgres/commit/{commit}',
    },
  };
}

/** Noise of 1%, the same for the same night and test. */
function wobble(night: number, test: number): number {
  const seed = Math.sin((night + 1) * 12.9898 + (test + 1) * 78.233) * 43_758.5453;
  return 1 + (seed - Math.floor(seed) - 0.5) * 0.03;
}

/** A run of twelve tests on one night of 19devel; factors as of `versionRun`. */
export function nightRun(
  night: number,
  factors: Record<string, number | null> = {},
  sketch: Partial<RunSketch> = {},
): RunSketch {
  const noisy = Object.fromEntries(
    Array.from({ length: 12 }, (_, test) => {
      const factor = factors[`t${test}`];
      return [`t${test}`, factor === null ? null : (factor ?? 1) * wobble(night, test)];
    }),
  );
  return versionRun('19devel', noisy, {
    label: `x.pg19devel.night${night}.pk1`,
    build: nightBuild(night),
    startedAt: nightTime(night),
    ...sketch,
  });
}

/** Runs of some nights, each with the factors of its night. */
export function nightRuns(
  from: number,
  to: number,
  factorsOf: (night: number) => Record<string, number | null> = () => ({}),
): RunSketch[] {
  return Array.from({ length: to - from }, (_, index) => nightRun(from + index, factorsOf(from + index)));
}
