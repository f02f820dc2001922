import { describe, expect, it } from 'vitest';
import { toSample, weigh } from '../detect/detect';
import { type Reading, readNumbers } from '../testing/damage';
import { type Fixture, listFixtures } from '../testing/fixtures';
import { BENCHMARK_PARSERS } from './parsers';

/** Lines of a file that are left out, one at a time, spread over it; a test of all of them takes minutes. */
const LINES = 24;

/** One file of each kind; all of them with `FUZZ_RUNS`. */
function chooseFixtures(): Fixture[] {
  const seen = new Set<string>();
  return listFixtures().filter(({ name, bytes }) => {
    const { detection } = weigh(toSample(name, bytes));
    if (detection.outcome !== 'claimed' || !BENCHMARK_PARSERS.includes(detection.parser)) return false;
    if (process.env['FUZZ_RUNS'] === undefined && seen.has(detection.parser.kind)) return false;
    seen.add(detection.parser.kind);
    return true;
  });
}

/** Damaged forms of a log: a line less, cut off, zero bytes in it or over it, twice the same. */
function* partsOf(text: string): Generator<[what: string, text: string]> {
  const lines = text.split('\n');
  const step = Math.max(1, Math.floor(lines.length / LINES));
  for (let at = 0; at < lines.length; at += step)
    yield [`without line ${at + 1}`, lines.toSpliced(at, 1).join('\n')];
  for (let tenth = 1; tenth < 10; tenth += 1) {
    const at = Math.floor((text.length * tenth) / 10);
    yield [`cut at ${tenth}/10`, text.slice(0, at)];
    if (tenth % 3 > 0) continue;
    yield [`zeros at ${tenth}/10`, text.slice(0, at) + '\0'.repeat(40) + text.slice(at)];
    yield [`zeros over ${tenth}/10`, text.slice(0, at) + '\0'.repeat(100) + text.slice(at + 100)];
  }
}

/** Reported numbers by metric, and by test where it has its name still. */
function valuesOf({ numbers }: Reading): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const [key, { metric, value, source, doubt }] of numbers) {
    if (source !== 'reported' || doubt) continue;
    const test = key.slice(0, key.indexOf(` ${metric} `));
    for (const name of [metric, `${test} ${metric}`])
      found.set(name, (found.get(name) ?? new Set()).add(value));
  }
  return found;
}

function wrongIn(before: Reading, after: Reading): string[] {
  const said = new Set(before.diagnostics.map(({ code, message }) => code + message));
  if (after.diagnostics.some(({ code, message }) => !said.has(code + message))) return [];
  const known = valuesOf(before);
  return [...valuesOf(after)].flatMap(([name, values]) =>
    [...values].flatMap((value) => (known.get(name)?.has(value) === false ? [`${name}: ${value}`] : [])),
  );
}

describe.each(chooseFixtures().map((fixture) => [`${fixture.owner}/${fixture.name}`, fixture] as const))(
  '%s',
  (_, { name, bytes }) => {
    it('says no other number without a diagnostic when a part of it is lost', async () => {
      const before = await readNumbers({ [name]: bytes });
      // It says already that its end is missing.
      if (before.diagnostics.some(({ code }) => code === 'TRUNCATED_LOG')) return;
      const wrong: string[] = [];
      for (const [what, text] of partsOf(bytes.toString('latin1'))) {
        const after = await readNumbers({ [name]: Buffer.from(text, 'latin1') });
        wrong.push(...wrongIn(before, after).map((each) => `${what}: ${each}`));
      }
      expect(wrong).toEqual([]);
    });

    it('counts its results twice only with a diagnostic', async () => {
      const before = await readNumbers({ [name]: bytes });
      const after = await readNumbers({ [name]: Buffer.concat([bytes, bytes]) });
      if (after.numbers.size <= before.numbers.size) return;
      expect(after.diagnostics.length).toBeGreaterThan(before.diagnostics.length);
    });
  },
);
