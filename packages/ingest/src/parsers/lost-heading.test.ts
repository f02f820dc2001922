import { expect, it } from 'vitest';
import { readNumbers } from '../testing/damage';
import { listFixtures } from '../testing/fixtures';

/** Logs of several tests, and the lines with the name or the unit of the one that follows. */
it.each([
  ['made-redis-5.txt', /^={6} GET/],
  ['redis-threads.txt', /={6} (?!PING)\w+ /],
  ['fio-two-groups.txt', /^writer: \(groupid/],
  ['made-go-bench.txt', /^pkg: \S+log$/],
  ['made-google-benchmark-2016.json', /"time_unit"/],
  ['made-v2-write-stall-since-8.4.log', /^\*\* Compaction Stats|^Level /],
  ['benchmark_overwriteandwait.t2.s0.log', /^\*\* Compaction Stats|^Level /],
])(
  '%s: no test has the numbers of another one, without a diagnostic, when a heading is lost',
  async (name, heading) => {
    const fixture = listFixtures().find((each) => each.name === name);
    const lines = fixture?.bytes.toString('latin1').split('\n') ?? [];
    const before = await readNumbers({ [name]: Buffer.from(lines.join('\n'), 'latin1') });
    const known = (key: string) => key.split(' ').slice(1, -1).join(' ');
    const values = new Set([...before.numbers].map(([key, { value }]) => `${known(key)} ${value}`));
    const headings = lines.flatMap((line, at) => (heading.test(line) ? [at] : []));
    expect(headings).not.toEqual([]);
    for (const at of headings) {
      const bytes = Buffer.from(lines.toSpliced(at, 1).join('\n'), 'latin1');
      const after = await readNumbers({ [name]: bytes });
      expect(after.numbers.size).toBeGreaterThan(0);
      if (after.diagnostics.length > before.diagnostics.length) continue;
      const wrong = [...after.numbers].flatMap(([key, { value, source }]) =>
        source === 'reported' && !values.has(`${known(key)} ${value}`) ? [`${key} ${value}`] : [],
      );
      // Without the package its name is shorter.
      expect(wrong.filter((each) => !/ (?:Put|Entries) /.test(each))).toEqual([]);
    }
  },
);
