import { describe, expect, it } from 'vitest';
import { type Reading, readNumbers } from '../../testing/damage';
import { listFixtures } from '../../testing/fixtures';

const MAX_LINES = 260;
/** Test and metric. Means over samples change with each sample, and are marked as such. */
function valuesOf({ numbers }: Reading): Map<string, Set<number>> {
  const values = new Map<string, Set<number>>();
  for (const [key, { source, metric, value }] of numbers) {
    if (source !== 'reported') continue;
    const id = `${key.split(' ')[1]} ${metric}`;
    values.set(id, (values.get(id) ?? new Set()).add(value));
  }
  return values;
}

const logs = listFixtures()
  .filter(({ owner, bytes }) => owner.includes('sysbench') && bytes.includes('queries performed:'))
  .map(({ name, bytes }) => [name, bytes.toString('latin1').split('\n')] as const)
  .filter(([, lines]) => lines.length <= MAX_LINES);

describe('A log of sysbench that has lost any one line', () => {
  it.each(logs)('has no number that the whole log has not: %s', async (name, lines) => {
    const before = await readNumbers({ [name]: Buffer.from(lines.join('\n'), 'latin1') });
    const known = valuesOf(before);
    const changed: string[] = [];
    for (const [lost, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const bytes = Buffer.from(lines.toSpliced(lost, 1).join('\n'), 'latin1');
      const after = await readNumbers({ [name]: bytes });
      if (after.diagnostics.length > before.diagnostics.length) continue;
      for (const [key, values] of valuesOf(after)) {
        // Where the line that names the mode of 0.4 is lost, the test has a name with less in it.
        const others = [...values].filter((value) => known.get(key)?.has(value) === false);
        changed.push(...others.map((value) => `${lost + 1} "${line}": ${key} ${value}`));
      }
    }
    expect(changed).toEqual([]);
  });
});
