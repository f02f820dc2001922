import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_RATES } from './error-rates';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/** `0.27, 67, 89 and 92% of changes of 5, 7 and 10%`: the figures, without the sizes of the changes. */
const figuresOf = ({ falseFlags, found }: { falseFlags: string; found: string }) => [
  falseFlags.replace('%', ''),
  ...(found.split(' of ')[0]?.match(/\d+/g) ?? []),
];

describe('the figures that pages and commands print', () => {
  it('are those of the row of docs/method.md §7 that has their data', () => {
    const section =
      /\*\*Of this rule \(version \d+\)\*\*[\s\S]*?\n\nPages/.exec(read('docs/method.md'))?.[0] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('|'));
    const marks: Record<keyof typeof ERROR_RATES, string> = {
      dedicated: 'TPC-H',
      others: '4 and 8 runs a side',
      othersFew: 'the base twice and the version once',
      series: 'judged every night',
    };
    for (const [name, mark] of Object.entries(marks)) {
      const row = rows.find((line) => line.includes(mark)) ?? '';
      const numbers =
        row
          .split('|')
          .slice(2)
          .join(' ')
          .match(/\d+(\.\d+)?/g) ?? [];
      expect(numbers, name).toEqual(
        expect.arrayContaining(figuresOf(ERROR_RATES[name as keyof typeof ERROR_RATES])),
      );
    }
  });

  it('are those of the README', () => {
    const claim = /\*\*Few false alarms\.\*\*[\s\S]*?\n- /.exec(read('README.md'))?.[0] ?? '';
    for (const name of ['dedicated', 'others', 'series'] as const)
      expect(claim, name).toContain(ERROR_RATES[name].falseFlags);
  });
});
