import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../model/diagnostic';
import { readDetails } from '../read-details';
import { listFixtures } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';
import { WRAPPINGS, wrap } from '../testing/wrap';

/** Wrappings of each fixture, others for the next one: all of them take a minute. `FUZZ_RUNS=18` does so. */
const AT_ONCE = Math.max(3, Number(process.env['FUZZ_RUNS'] ?? 0));
const wrappings = Object.entries(WRAPPINGS);

/** All results, without the note that there was a wrapper. */
function others(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ code }) => code !== 'WRAPPER_REMOVED');
}

async function* toAsync(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const cases = listFixtures().map((fixture, index) => {
  const turned = wrappings.map((_, at) => wrappings[(at + index * AT_ONCE) % wrappings.length]);
  return [`${fixture.owner}/${fixture.name}`, { ...fixture, turned: turned.slice(0, AT_ONCE) }] as const;
});

describe('a log that was copied out of a CI, a container or a terminal', () => {
  it.each(cases)('is read as the log itself: %s', async (_, { name, bytes, turned }) => {
    const bare = await parseBytes(name, bytes);
    const details = await readDetails(toAsync(bytes), name);
    for (const [by, wrapping] of turned.flatMap((each) => (each ? [each] : []))) {
      const wrapped = wrap(bytes, wrapping);
      const read = await parseBytes(name, wrapped, { chunkBytes: 1009 });
      expect(read.artifact, by).toMatchObject({ kind: bare.artifact.kind, status: bare.artifact.status });
      expect(read.log, by).toEqual(bare.log);
      expect(read.doubts, by).toEqual(bare.doubts);
      expect(others(read.diagnostics), by).toEqual(others(bare.diagnostics));
      expect(await readDetails(toAsync(wrapped), name), by).toEqual(details);
    }
  });
});
