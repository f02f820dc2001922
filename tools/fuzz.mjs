// `npm run fuzz -- --minutes 10 --seed 1`: made-up inputs, another seed every round, until the time is up or a fault is
// found. A round is finished: --minutes 0 is one round. `--only logs,archives` leaves out the rest; requests go to a
// server that is started for them, or to that of --url.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ended, startChild } from './bootstrap/children.mjs';
import { fromRoot, root } from './bootstrap/paths.mjs';
import { runRound } from './fuzz/run-round.mjs';

/** Inputs for each property in a round, which takes about a minute. */
const RUNS = 500;
/** Inputs of a kind in a round. */
const ROUND = { logs: 1000, archives: 100, manifests: 200, values: 1000, requests: 500 };
const PARTS = ['properties', ...Object.keys(ROUND)];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string', default: PARTS.join(',') },
    url: { type: 'string' },
  },
});
const [minutes, firstSeed] = [Number(values.minutes), Number(values.seed)];
const only = new Set(values.only.split(','));
if (!(minutes >= 0) || !Number.isInteger(firstSeed) || ![...only].every((part) => PARTS.includes(part))) {
  console.error(`usage: npm run fuzz -- [--minutes 10] [--seed 1] [--only ${PARTS.join(',')}] [--url URL]`);
  process.exit(1);
}

const files = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.ts$/.test(file) && !file.includes('node_modules'))
    .map((file) => path.join(folder, file))
    .filter((file) => readFileSync(fromRoot(file), 'utf8').includes("from 'fast-check'")),
);

/** @param {number} seed */
async function runProperties(seed) {
  const vitest = [fromRoot('node_modules/vitest/vitest.mjs'), 'run', '--project=unit', '--reporter=default'];
  const child = startChild(process.execPath, [...vitest, ...files], {
    cwd: root,
    env: { FUZZ_SEED: String(seed), FUZZ_RUNS: String(RUNS) },
  });
  return (await ended(child)).code === 0;
}

async function startServer() {
  const { startFuzzServer } = await import('./fuzz/fuzz-server.mjs');
  return startFuzzServer();
}

const ownServer = only.has('requests') && values.url === undefined ? await startServer() : null;
const url = values.url ?? ownServer?.url;
const counts = Object.fromEntries(Object.entries(ROUND).filter(([kind]) => only.has(kind)));
const end = performance.now() + minutes * 60_000;
let seed = firstSeed;
let isSound = true;
try {
  do {
    console.log(`\nSeed ${seed}: ${[...only].join(', ')}`);
    if (only.has('properties')) isSound = await runProperties(seed);
    isSound = (await runRound({ seed, ...counts, ...(url && { url }) })) && isSound;
    seed += 1;
  } while (isSound && performance.now() < end);
} finally {
  await ownServer?.stop();
}
if (isSound) console.log(`\nNothing failed with the seeds ${firstSeed} to ${seed - 1}.`);
else {
  console.error(`A fault was found. To repeat it: npm run fuzz -- --minutes 0 --seed ${seed - 1}`);
  process.exitCode = 1;
}
