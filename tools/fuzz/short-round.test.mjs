import { expect, it } from 'vitest';
import { tryInput } from './read-inputs';
import { listSources, makeInput } from './run';

/** Fixed by default; `npm run fuzz` draws new seeds. */
const seed = Number(process.env.FUZZ_SEED ?? 1);
const sources = listSources(undefined);

it.each([
  ['logs', 60],
  ['archives', 15],
  ['manifests', 40],
])('%s that are made up are read or refused, nothing else', async (kind, count) => {
  const faults = [];
  for (let index = 0; index < count; index += 1) {
    const input = makeInput(kind, { seed, index }, sources);
    await tryInput(input).catch((error) =>
      faults.push(`FUZZ_SEED=${seed}, ${kind} ${index} (${input.name}): ${error?.stack ?? error}`),
    );
  }
  expect(faults).toEqual([]);
});

it('the same seed makes the same inputs', () => {
  const [first, again, other] = [7, 7, 8].map((of) => makeInput('archives', { seed: of, index: 3 }, sources));
  expect(first).toEqual(again);
  expect(first).not.toEqual(other);
});
