import { findBreaks } from '@basecase/analysis';
import { expect, it } from 'vitest';
import { toAnnotations } from './read-stored-series';

const day = (night: number) => new Date(Date.UTC(2026, 4, 1 + night, 2)).toISOString();
const nights = Array.from({ length: 6 }, (_, night) => ({
  at: day(night),
  facts: { kernel: night < 3 ? '6.8' : '6.14' },
}));

it('has what people said and facts that changed in the order of time, each with the first night after it', () => {
  const said = [-2, 0, 1.5, 9].map((at) => ({
    id: `${at}`,
    label: `${at}`,
    by: 'mark',
    product: null,
    at: new Date(Date.parse(day(0)) + at * 86_400_000).toISOString(),
  }));
  const marks = toAnnotations(nights, { said, breaks: findBreaks(nights, said) });
  expect(marks.map(({ label, by, night }) => [label, by, night])).toEqual([
    ['-2', 'mark', 0],
    ['0', 'mark', 0],
    ['1.5', 'mark', 2],
    ['kernel 6.8 → 6.14', null, 3],
    ['9', 'mark', null],
  ]);
});

it('has only the recorded events without nights', () => {
  const said = [{ id: '1', at: day(0), label: 'new disk', by: 'mark', product: null }];
  expect(toAnnotations([], { said, breaks: [] })).toMatchObject([{ id: '1', night: null }]);
});
