import type { CellTimelines } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { repeatsModel } from './rounds-model';

const names = { own: '18.4', base: '17.5' };

function timelines(repeats: number, shown: number | null): CellTimelines {
  const startedAt = '2025-11-20T10:15:30.000Z';
  return {
    repeats: Array.from({ length: repeats }, (_, index) => ({ repeat: index + 1, startedAt })),
    shown,
    device: null,
    series: [],
    histograms: [],
    unread: [],
  };
}

describe('repeatsModel', () => {
  it('is nothing where there is one repeat on each side', () => {
    expect(repeatsModel({ cell: timelines(1, 0), base: timelines(1, 0) }, names)).toBeNull();
    expect(repeatsModel({ cell: timelines(0, null), base: null }, names)).toBeNull();
  });

  it('lists the repeats of the side that has more, and the value each side shows', () => {
    expect(repeatsModel({ cell: timelines(3, 2), base: timelines(2, 1) }, names)).toEqual({
      shown: 3,
      options: [
        { value: 1, text: '1 of 3, 2025-11-20 10:15' },
        { value: 2, text: '2 of 3, 2025-11-20 10:15' },
        { value: 3, text: '3 of 3, 2025-11-20 10:15' },
      ],
      says: 'Shown: 18.4 repeat 3 of 3; 17.5 repeat 2 of 2.',
    });
  });

  it('lets the base alone have repeats', () => {
    const model = repeatsModel({ cell: timelines(1, 0), base: timelines(2, 1) }, names);
    expect(model?.shown).toBe(2);
    expect(model?.says).toBe('Shown: 18.4 its only run; 17.5 repeat 2 of 2.');
  });

  it('is silent about a side without files', () => {
    expect(repeatsModel({ cell: timelines(2, 0), base: timelines(0, null) }, names)?.says).toBe(
      'Shown: 18.4 repeat 1 of 2.',
    );
  });
});
