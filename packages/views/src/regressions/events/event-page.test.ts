import type { EventFigures } from '@basecase/db/types';
import { expect, it } from 'vitest';
import { makeEvent, makePlace } from '../../testing/test-event';
import { eventPageModel, STRIP, stripPath } from './event-page';

it('a test is drawn over the versions, with 1.00 in the middle and gaps where it was not measured', () => {
  expect(stripPath([1, null, 1, 1])).toBe('M0.0 9.0M64.0 9.0L96.0 9.0');
});

it.each([
  ['half', [1, 0.5], 17.1],
  ['less than half', [1, 0.01], 17.1],
  ['twice', [1, 2], 0.9],
  ['more than twice', [1, 400], 0.9],
])('%s is at an edge of the drawing', (_, values, y) => {
  expect(stripPath(values)).toBe(`M0.0 9.0L${STRIP.width.toFixed(1)} ${y}`);
});

it.each([[[]], [[1]], [[null, 0.8, null]], [[0, -1, Number.NaN]]])('%j draws nothing', (values) => {
  expect(stripPath(values)).toBe('');
});

it('5,000 versions stay within the drawing', () => {
  const path = stripPath(Array.from({ length: 5000 }, (_, index) => 1 + index / 5000));
  expect(path.split('L')).toHaveLength(5000);
  expect(path).toMatch(/L96\.0 /);
});

it('names each table by its server and workload', () => {
  const places = [
    { server: 'a', workload: 'cached' },
    { server: 'a', workload: 'disk' },
    { server: 'b', workload: 'disk' },
  ].map((place) => makePlace(place));
  const figures: EventFigures = {
    columns: {},
    unit: null,
    band: null,
    evidence: null,
    chart: null,
    suspects: null,
    searches: [],
    stillIn: null,
  };
  const { sections } = eventPageModel({ ...makeEvent({ places }), history: [] }, figures);
  expect(new Set(sections.map(({ label }) => label)).size).toBe(3);
});
