import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detect, toSample } from '../detect/detect';
import { isMetricId } from '../model/metric';
import { readUpload } from '../read-upload';
import { listFixtures, makeDirectory } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';
import type { LogParser } from './parser';
import { PARSERS } from './registry';

const fixtures = listFixtures();
const cases = fixtures.map((fixture) => [`${fixture.owner}/${fixture.name}`, fixture] as const);

/** Every number anywhere in a value. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

describe('every parser of the registry', () => {
  it('has a fixture, if it reads anything', () => {
    const claimed = new Set(
      fixtures.map(({ name, bytes }) => {
        const detection = detect(toSample(name, bytes));
        return detection.outcome === 'claimed' ? detection.parser.kind : null;
      }),
    );
    const readers = PARSERS.filter(({ open }) => open !== null).map(({ kind }) => kind);
    expect(readers.filter((kind) => !claimed.has(kind))).toEqual([]);
  });

  it('has a kind of its own', () => {
    expect(new Set(PARSERS.map(({ kind }) => kind)).size).toBe(PARSERS.length);
  });
});

describe.each(cases)('fixture %s', (_, { owner, name, bytes }) => {
  it('is claimed by one parser, in any order of the registry', () => {
    const forward = detect(toSample(name, bytes));
    const backward = detect(toSample(name, bytes), [...PARSERS].reverse());
    expect(forward.outcome).toBe('claimed');
    expect(backward).toEqual(forward);
  });

  it('is claimed by content too: a log under any name is read the same', async () => {
    if (!owner.startsWith('parsers/') || owner.endsWith('side-files') || owner.endsWith('mytools-qps'))
      return;
    const { log } = await parseBytes('some.txt', bytes);
    expect(log).toEqual((await parseBytes(name, bytes)).log);
  });

  it('reads the same whole, one byte at a time and with CRLF', async () => {
    const whole = await parseBytes(name, bytes);
    expect(await parseBytes(name, bytes, { chunkBytes: 1 })).toEqual(whole);
    expect(await parseBytes(name, bytes, { chunkBytes: 7 })).toEqual(whole);
    const crlf = await parseBytes(
      name,
      Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
    );
    expect(crlf.log).toEqual(whole.log);
    expect(crlf.diagnostics).toEqual(whole.diagnostics);
  });

  it('never throws and never makes up a number when it is cut, doubled or damaged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length }),
        fc.boolean(),
        fc.array(fc.tuple(fc.nat({ max: Math.max(0, bytes.length - 1) }), fc.integer({ min: 0, max: 255 })), {
          maxLength: 20,
        }),
        async (cut, doubled, flips) => {
          const damaged = Buffer.from(bytes);
          for (const [at, byte] of flips) damaged[at] = byte;
          const half = damaged.subarray(0, cut);
          const { log } = await parseBytes(name, doubled ? Buffer.concat([damaged, half]) : half);
          expect(numbersIn(log).every(Number.isFinite)).toBe(true);
        },
      ),
      { seed: 42, numRuns: 60 },
    );
  });

  it('gives runs of registered metrics and finite values', async () => {
    using directory = makeDirectory({ [name]: bytes });
    const upload = await readUpload(directory.path).catch(() => null);
    for (const measurement of upload?.runs.flatMap((run) =>
      run.results.flatMap((result) => result.measurements),
    ) ?? []) {
      expect(isMetricId(measurement.metric)).toBe(true);
      expect(Number.isFinite(measurement.value)).toBe(true);
      expect(measurement.line).toBeGreaterThan(0);
      expect(measurement.lineEnd).toBeGreaterThanOrEqual(measurement.line);
    }
  });
});

it('reads a file by neither of two parsers that claim it equally', () => {
  const claim = (kind: string): LogParser => ({ kind, score: () => 0.9, open: null });
  expect(detect(toSample('a', Buffer.from('x')), [claim('one'), claim('two')])).toEqual({
    outcome: 'ambiguous',
    kinds: ['one', 'two'],
  });
});
