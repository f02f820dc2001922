import { describe, expect, it } from 'vitest';
import { placeLineChart } from './line-chart';

const labelsOf = (steps: readonly string[]) =>
  placeLineChart({ id: 'c', title: '', description: '', steps, lines: [], format: String }).steps;

describe('labels of the steps of a chart', () => {
  it('are all there where they have room', () => {
    expect(labelsOf(['1', '16', '128']).map(({ text }) => text)).toEqual(['1', '16', '128']);
    expect(labelsOf(['4']).map(({ text }) => text)).toEqual(['4']);
    expect(labelsOf([])).toEqual([]);
  });

  it.each([
    [
      [
        '1',
        '3',
        '5',
        '8',
        '13',
        '20',
        '31',
        '46',
        '68',
        '100',
        '145',
        '210',
        '300',
        '430',
        '630',
        '870',
        '1000',
      ],
    ],
    [Array.from({ length: 200 }, (_, index) => String(10_000 + index))],
  ])('do not touch, and name both ends (%#)', (steps) => {
    const labels = labelsOf(steps);
    expect([labels[0]?.text, labels.at(-1)?.text]).toEqual([steps[0], steps.at(-1)]);
    for (const [index, { x, text }] of labels.slice(1).entries()) {
      const before = labels[index];
      expect(x - (before?.x ?? 0)).toBeGreaterThanOrEqual(
        7.5 * ((text.length + (before?.text.length ?? 0)) / 2),
      );
    }
    expect(labels.length).toBeGreaterThan(5);
  });
});
