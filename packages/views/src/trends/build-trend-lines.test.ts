import type { ProductColumn } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { buildTrendLines } from './build-trend-lines';

const column = (text: string): ProductColumn => {
  const [version = '', config = null] = text.split(' ');
  return { slug: text, label: text, version, flavour: null, config };
};
const lines = (...texts: string[]) =>
  buildTrendLines(texts.map(column)).map((line) => line.map((index) => texts[index]));

describe('lines of a heatmap', () => {
  it('have one config each where configs run side by side', () => {
    expect(lines('9.4.0 a', '9.4.0 b', '9.5.0 a', '9.5.0 b')).toEqual([
      ['9.4.0 a', '9.5.0 a'],
      ['9.4.0 b', '9.5.0 b'],
    ]);
  });

  it('go on with the config that follows, the one with most versions', () => {
    expect(lines('17.4 x10a', '17.5 x10a', '18beta1 x10b', '18beta1 x10d', '18beta2 x10d')).toEqual([
      ['17.4 x10a', '17.5 x10a', '18beta1 x10d', '18beta2 x10d'],
      ['18beta1 x10b'],
    ]);
  });

  it('are in release order, however the columns come', () => {
    expect(lines('18.1', '9.6.24', '18beta1')).toEqual([['9.6.24', '18beta1', '18.1']]);
    expect(lines()).toEqual([]);
  });
});
