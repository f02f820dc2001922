import { expect, it } from 'vitest';
import { falseAlarmsModel } from './false-alarms';

const row = {
  slug: 'pn53',
  name: 'pn53',
  cores: 8,
  flags: 20,
  slower: 11,
  faster: 9,
  followed: 16,
  rotated: 12,
  noise: 3,
  warning: 'come and go both ways' as const,
};

it('the page says how many flags came and went, how one-sided they are and what was marked as noise', () => {
  const { sentence, rows } = falseAlarmsModel([row, { ...row, slug: 'b', name: 'b', warning: null }]);
  expect(sentence.strong).toBe('24 of 32 flags that later versions could confirm came and went.');
  expect(sentence.rest).toBe(
    ' Slower 55% of 40 flags; 6 marked as noise. The flags of 1 server look random.',
  );
  expect(rows[0]).toMatchObject({
    server: '8-core pn53',
    rotated: '12 of 16',
    rotatedPart: '75%',
    oneSided: '55%',
  });
  expect(rows[0]?.warning).toContain('Repeat a version');
  expect(rows[1]?.warning).toBe('');
});

it('a database without flags has no rate', () => {
  const { sentence, rows } = falseAlarmsModel([]);
  expect([sentence.strong, rows]).toEqual(['No flags yet.', []]);
  expect(falseAlarmsModel([{ ...row, followed: 0, rotated: 0, warning: null }]).rows[0]?.rotatedPart).toBe(
    '–',
  );
});
