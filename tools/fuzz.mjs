// `npm run fuzz -- --minutes 10 --seed 1`: the tests that make up their inputs, with many inputs for each property and
// another seed every round, until the time is up or one fails. A round is finished: --minutes 0 is one round.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ended, startChild } from './bootstrap/children.mjs';
import { fromRoot, root } from './bootstrap/paths.mjs';

/** Inputs for each property in a round, which takes about a minute. */
const RUNS = 500;
const TEST_MS = 600_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const [minutes, firstSeed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes >= 0) || !Number.isInteger(firstSeed)) {
  console.error('usage: npm run fuzz -- [--minutes 10] [--seed 1]');
  process.exit(1);
}

const files = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.ts$/.test(file) && !file.includes('node_modules'))
    .map((file) => path.join(folder, file))
    .filter((file) => readFileSync(fromRoot(file), 'utf8').includes("from 'fast-check'")),
);
const end = performance.now() + minutes * 60_000;
let seed = firstSeed;
do {
  console.log(`\nSeed ${seed}, ${RUNS} inputs for each property of ${files.length} files`);
  const vitest = [fromRoot('node_modules/vitest/vitest.mjs'), 'run', '--project=unit', '--reporter=default'];
  const child = startChild(process.execPath, [...vitest, `--testTimeout=${TEST_MS}`, ...files], {
    cwd: root,
    env: { FUZZ_SEED: String(seed), FUZZ_RUNS: String(RUNS) },
  });
  const { code } = await ended(child);
  if (code !== 0) {
    console.error(`A property failed. To repeat it: npm run fuzz -- --minutes 0 --seed ${seed}`);
    process.exit(1);
  }
  seed += 1;
} while (performance.now() < end);
console.log(`\nNothing failed with the seeds ${firstSeed} to ${seed - 1}.`);
