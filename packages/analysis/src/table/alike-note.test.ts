import { expect, it } from 'vitest';
import { alikeNote } from './render-table';

const cell = (test: string, text: string | null, verdict: string | null) => ({ test, text, verdict });

it('names two neighbours that read the same and are judged differently', () => {
  const cells = [cell('a', '0.90', 'slower'), cell('b', '0.95', 'slower'), cell('c', '0.95', 'unclear')];
  expect(alikeNote(cells, '9.5.0')).toBe(
    '9.5.0: b (slower) and c (unclear) both read 0.95. Each test is judged by its own noise and number of runs.',
  );
});

it.each<[string, ReturnType<typeof cell>[]]>([
  ['no cells', []],
  ['one cell', [cell('a', '0.95', 'slower')]],
  ['the same verdict', [cell('a', '0.95', 'slower'), cell('b', '0.95', 'slower')]],
  ['other texts', [cell('a', '0.95', 'slower'), cell('b', '0.96', 'unclear')]],
  [
    'a row between them',
    [cell('a', '0.95', 'slower'), cell('b', '1.00', 'unclear'), cell('c', '0.95', 'unclear')],
  ],
  ['a missing value', [cell('a', null, 'missing'), cell('b', null, 'slower')]],
  ['nothing judged', [cell('a', '0.95', null), cell('b', '0.95', 'slower')]],
])('says nothing of %s', (_, cells) => {
  expect(alikeNote(cells, '9.5.0')).toBeNull();
});
