import { describe, expect, it } from 'vitest';
import { toCsvLine, toSheetCell } from './lines';

describe('toSheetCell', () => {
  it.each([
    '=1+12',
    '+1+12',
    '-cmd',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\nx',
    '  =1',
    '"=1+12"',
    ' "=1',
    '＝1+12',
    '-0.5 =1',
    '=',
  ])('makes %j text', (cell) => {
    expect(toSheetCell(cell)).toBe(`'${cell}`);
  });

  it.each([
    '-0.5',
    '+3',
    '-1e-9',
    '-.5',
    '+3.2%',
    '-',
    '',
    '0.87',
    'point-query_range=100',
    'a=1',
    'col-1',
    "'=1",
    '−3%',
  ])('leaves %j as it is', (cell) => {
    expect(toSheetCell(cell)).toBe(cell);
  });
});

it('makes a cell text before it is quoted, and quotes only what needs it', () => {
  expect(toCsvLine(['=HYPERLINK("http://x","y")', '0.5', '-0.5', 'a,b', '=1'])).toBe(
    `"'=HYPERLINK(""http://x"",""y"")",0.5,-0.5,"a,b",'=1`,
  );
});
