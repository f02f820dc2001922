import { expect, it } from 'vitest';
import { withRows } from './performance-table';

const document = '# Performance\n\n| what | aim | reached | met |\n| --- | --- | --- | --- |\n';

it('replaces the row of the same subject, whatever its measured conditions are', () => {
  const before = `${document}| (a) parse, against gzip (468 ms) | ≤ 3 | 2 | yes |\n| (b) other | – | 1 | yes |\n`;
  const after = withRows(before, ['| (a) parse, against gzip (12 ms) | ≤ 3 | 4 | no |']);
  expect(after).toBe(
    `${document}| (a) parse, against gzip (12 ms) | ≤ 3 | 4 | no |\n| (b) other | – | 1 | yes |\n`,
  );
});

it('keeps two rows that differ only in a number, and adds new ones at the end', () => {
  const before = `${document}| (f) archive of 97 MB | – | 1 | yes |\n| (f) archive of 1063 MB | – | 2 | yes |\n`;
  const rows = [
    '| (f) archive of 98 MB | – | 3 | yes |',
    '| (f) archive of 1064 MB | – | 4 | yes |',
    '| (z) new | – | 5 | yes |',
  ];
  expect(withRows(before, rows)).toBe(`${document}${rows.join('\n')}\n`);
});
