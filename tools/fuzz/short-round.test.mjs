import { expect, it } from 'vitest';
import { sourcesOfValues, tryValues } from './changed-values';
import { randomOf } from './random';
import { tryInput } from './read-inputs';
import { listSources, makeInput } from './run';

/** Fixed by default; `npm run fuzz` draws new seeds. */
const seed = Number(process.env.FUZZ_SEED ?? 1);
const sources = listSources(undefined);

it.each(
  /** @type {const} */ ([
    ['logs', 60],
    ['archives', 15],
    ['manifests', 40],
  ]),
)('%s that are made up are read or refused, nothing else', async (kind, count) => {
  /** @type {string[]} */
  const faults = [];
  for (let index = 0; index < count; index += 1) {
    const input = makeInput(kind, { seed, index }, sources);
    await tryInput(input).catch((error) =>
      faults.push(`FUZZ_SEED=${seed}, ${kind} ${index} (${input.name}): ${error?.stack ?? error}`),
    );
  }
  expect(faults).toEqual([]);
});

it('a number of a damaged log is as it was, unless its line was changed or a diagnostic says more', async () => {
  const checked = sourcesOfValues(sources);
  // Each format has a fixture: a renamed one would not be checked any longer.
  expect(checked.length).toBeGreaterThanOrEqual(20);
  const faults = [];
  for (let index = 0; index < 60; index += 1) {
    const source = /** @type {(typeof checked)[number]} */ (checked[index % checked.length]);
    faults.push(await tryValues(source, randomOf(seed * 1_000_003 + index)));
  }
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});

it('the same seed makes the same inputs', () => {
  const [first, again, other] = [7, 7, 8].map((of) => makeInput('archives', { seed: of, index: 3 }, sources));
  expect(first).toEqual(again);
  expect(first).not.toEqual(other);
});
