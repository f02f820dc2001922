import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readApart, writeResults } from './memory';

const COUNT = 120_000;
/** Room for what is read of them, and not for the rows that it is made of. */
const HEAP_MB = 96;
const MOST_MB = 400;

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'basecase-results-'));
});
afterAll(() => rm(directory, { recursive: true }));

it('reads 120,000 results of the open format in a small heap', async () => {
  const file = path.join(directory, 'results.ndjson');
  await writeResults(file, COUNT);
  const { peakMegabytes, results } = await readApart(file, [`--max-old-space-size=${HEAP_MB}`]);
  expect(results).toBe(COUNT);
  expect(peakMegabytes).toBeLessThan(MOST_MB);
});
