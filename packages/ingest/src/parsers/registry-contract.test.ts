import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleRuns } from '../assemble/assemble-runs';
import { detect, toSample } from '../detect/detect';
import { IngestError } from '../ingest-error';
import { isMetricId } from '../model/metric';
import type { NormalizedRun } from '../model/run';
import { readDetails } from '../read-details';
import { readUpload } from '../read-upload';
import { listFixtures, makeDirectory } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';
import type { LogParser } from './parser';
import { PARSERS } from './parsers';

const fixtures = listFixtures();
const cases = fixtures.map((fixture) => [`${fixture.owner}/${fixture.name}`, fixture] as const);

/** Damaged logs of each fixture. `npm run fuzz` tries many more, from new seeds. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8);

/** Every number anywhere in a value. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

function checkMeasurements(runs: readonly NormalizedRun[]): void {
  for (const { metric, value, source, formula, file, line, lineEnd } of runs.flatMap(({ results }) =>
    results.flatMap(({ measurements }) => measurements),
  )) {
    expect(isMetricId(metric)).toBe(true);
    expect(Number.isFinite(value)).toBe(true);
    expect(formula !== null).toBe(source === 'computed');
    expect(file).not.toBe('');
    expect(line).toBeGreaterThan(0);
    expect(lineEnd).toBeGreaterThanOrEqual(line);
  }
}

/** A log that was cut, or of which lines were dropped, doubled or shuffled, or bytes flipped; all of it at once too. */
function damageTo(bytes: Buffer): fc.Arbitrary<Buffer> {
  const lines = bytes.toString('latin1').split('\n');
  const flips = fc.array(
    fc.tuple(fc.nat({ max: Math.max(0, bytes.length - 1) }), fc.integer({ min: 0, max: 255 })),
    { maxLength: 20 },
  );
  const order = fc.oneof(
    fc.constant(lines),
    fc.shuffledSubarray(lines),
    fc.subarray(lines),
    fc.subarray(lines).map((some) => [...lines, ...some]),
  );
  return fc.tuple(order, flips, fc.double({ min: 0, max: 1, noNaN: true })).map(([changed, flipped, cut]) => {
    const damaged = Buffer.from(changed.join('\n'), 'latin1');
    for (const [at, byte] of flipped) if (at < damaged.length) damaged[at] = byte;
    return damaged.subarray(0, Math.ceil(damaged.length * cut));
  });
}

async function* toAsync(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Flipped bytes may look like packed data. */
function isUnreadable(error: unknown): null {
  expect(error).toBeInstanceOf(IngestError);
  return null;
}

describe('every parser of the registry', () => {
  it('has a fixture, if it reads anything', () => {
    const claimed = new Set(
      fixtures.map(({ name, bytes }) => {
        const detection = detect(toSample(name, bytes));
        return detection.outcome === 'claimed' ? detection.parser.kind : null;
      }),
    );
    const readers = PARSERS.filter(({ open, isKept }) => open !== null && !isKept).map(({ kind }) => kind);
    expect(readers.filter((kind) => !claimed.has(kind))).toEqual([]);
  });

  it('has its own kind', () => {
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
    if (!owner.startsWith('parsers/') || owner.endsWith('context') || owner.endsWith('mytools-qps')) return;
    const { log } = await parseBytes('some.txt', bytes);
    expect(log).toEqual((await parseBytes(name, bytes)).log);
  });

  it('reads the same whole, one byte at a time and with CRLF', async () => {
    const whole = await parseBytes(name, bytes);
    expect(numbersIn(whole.log).every(Number.isFinite)).toBe(true);
    expect(await parseBytes(name, bytes, { chunkBytes: 1 })).toEqual(whole);
    expect(await parseBytes(name, bytes, { chunkBytes: 7 })).toEqual(whole);
    const crlf = await parseBytes(
      name,
      Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
    );
    expect(crlf.log).toEqual(whole.log);
    expect(crlf.diagnostics).toEqual(whole.diagnostics);
  });

  it('never throws, and never gives a number that is not finite or has no place, whatever happened to the log', async () => {
    await fc.assert(
      fc.asyncProperty(damageTo(bytes), async (damaged) => {
        const { log } = await parseBytes(name, damaged);
        expect(numbersIn(log).every(Number.isFinite)).toBe(true);
        const { runs } = assembleRuns(log ? [{ path: name, log }] : [], {
          rootLabel: 'x',
          device: undefined,
        });
        checkMeasurements(runs);
        const details = await readDetails(toAsync(damaged), name).catch(isUnreadable);
        expect(numbersIn(details).every(Number.isFinite)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('gives runs of registered metrics and finite values', async () => {
    using directory = makeDirectory({ [name]: bytes });
    const upload = await readUpload(directory.path).catch(() => null);
    checkMeasurements(upload?.runs ?? []);
  });
});

it('reads a file by neither of two parsers that claim it equally', () => {
  const claim = (kind: string): LogParser => ({ kind, score: () => 0.9, open: null });
  expect(detect(toSample('a', Buffer.from('x')), [claim('one'), claim('two')])).toEqual({
    outcome: 'ambiguous',
    kinds: ['one', 'two'],
  });
});

describe('a score by what takes longer to look at', () => {
  const parser = (kind: string, score: number, fallback?: LogParser['fallback']): LogParser => ({
    kind,
    score: () => score,
    open: null,
    ...(fallback && { fallback }),
  });
  const sample = toSample('a', Buffer.from('x'));

  it('is not asked for where another parser has a better one', () => {
    const never = () => {
      throw new Error('asked for a score that cannot win');
    };
    const parsers = [parser('slow', 0, { most: 0.8, score: never }), parser('claims', 0.9)];
    expect(detect(sample, parsers)).toMatchObject({ outcome: 'claimed', parser: { kind: 'claims' } });
  });

  it('wins over lower ones, ties with its equal, and never takes from a score by the head', () => {
    const late = { most: 0.8, score: () => 0.8 };
    expect(detect(sample, [parser('named', 0.5), parser('slow', 0.3, late)])).toMatchObject({
      parser: { kind: 'slow' },
    });
    expect(detect(sample, [parser('slow', 0, late), parser('equal', 0.8)])).toEqual({
      outcome: 'ambiguous',
      kinds: ['slow', 'equal'],
    });
    const none = { most: 0.8, score: () => 0 };
    expect(detect(sample, [parser('slow', 0.3, none)])).toMatchObject({ parser: { kind: 'slow' } });
  });
});
