import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../exit';
import { runCaptured } from '../testing/capture';
import { archive } from '../testing/corpus';

// Two runs of the same, by other people, on machines of which nothing is known: a gate must not fail for them.

const SHARED = resolve(archive('.'), '../../../..');
const FIO = join(SHARED, 'corpus3/Arau+fio-results-tmp/longterm-tests/bench-results');
const BENCHBASE = join(SHARED, 'corpus2/anand-trehan+benchbase-sqlite/results');

type Pair = readonly [string, string];

/** Three pods on one volume ran each job: every two of them. */
function fioPairs(): Pair[] {
  return readdirSync(FIO).flatMap((kind) => {
    const runs = readdirSync(join(FIO, kind)).map((file) => join(FIO, kind, file));
    return everyTwo(runs);
  });
}

/** One workload on one machine, run again on other days: each with the one before it. */
function benchbasePairs(): Pair[] {
  const runs = readdirSync(BENCHBASE)
    .filter((file) => file.endsWith('.summary.json'))
    .sort()
    .map((file) => join(BENCHBASE, file));
  return everyTwo(runs);
}

function everyTwo(runs: readonly string[]): Pair[] {
  return runs.flatMap((a, index) => runs.slice(index + 1).map((b): Pair => [a, b]));
}

const isThere = existsSync(FIO) && existsSync(BENCHBASE);

describe.skipIf(!isThere)('basecase check of two runs of the same', () => {
  const pairs = isThere ? [...fioPairs(), ...benchbasePairs()] : [];

  it('has 24 pairs or more', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(24);
  });

  it.each(pairs.map(([a, b]) => [a.slice(SHARED.length), b.slice(SHARED.length), a, b] as const))(
    'does not fail for %s and %s',
    async (_a, _b, base, version) => {
      const { code, stdout } = await runCaptured(['check', base, version]);
      expect([EXIT.ok, EXIT.possibleOnly], stdout).toContain(code);
    },
  );
});
