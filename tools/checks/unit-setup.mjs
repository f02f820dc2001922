// Vitest loads this before the unit tests. Properties (fast-check) draw FUZZ_RUNS inputs from FUZZ_SEED. The default seed is
// fixed, so that the same code always gets the same result; `npm run fuzz` draws new seeds.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';

const { FUZZ_SEED, FUZZ_RUNS } = process.env;
fc.configureGlobal({
  seed: Number(FUZZ_SEED ?? 1),
  ...(FUZZ_RUNS && { numRuns: Number(FUZZ_RUNS) }),
});

// Node.js compares what is equal ten times faster than Vitest, which decides all the rest as before.
expect.addEqualityTesters([(a, b) => isDeepStrictEqual(a, b) || undefined]);
