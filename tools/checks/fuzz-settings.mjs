// Vitest loads it before the unit tests: tests that make up their inputs (fast-check) draw them from FUZZ_SEED, FUZZ_RUNS
// for each property. Without a seed fast-check draws one, and prints it when a property fails.
import fc from 'fast-check';

const { FUZZ_SEED, FUZZ_RUNS } = process.env;
fc.configureGlobal({
  ...(FUZZ_SEED && { seed: Number(FUZZ_SEED) }),
  ...(FUZZ_RUNS && { numRuns: Number(FUZZ_RUNS) }),
});
