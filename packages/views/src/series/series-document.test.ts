import { expect, it } from 'vitest';
import { documentText } from '../document/document-text';
import { documentCards } from '../document/table-card';
import { testLevels, testRelease, testSeries, testSeriesState } from '../testing/test-series';
import { seriesDocument } from './series-document';

const data = testSeries(
  {
    throughput: testLevels([
      [40, 1000],
      [40, 900],
      [2, 820],
    ]),
    cpu_us_per_op: testLevels([[82, 50]]),
  },
  { releases: [testRelease('18.4', 20)] },
);
const document = seriesDocument(data, testSeriesState());

it('has the chart as plain numbers, and all nights as a table', () => {
  expect(document.nights?.panels[0]?.values).toHaveLength(82);
  expect(document.tables.map(({ id }) => id)).toEqual(['changes', 'events', 'nights']);
  const nights = document.tables[2]?.sections[0]?.rows ?? [];
  expect(nights).toHaveLength(82);
  expect(nights[0]).toMatchObject({ key: 'c81', name: '21 Jul 2026' });
  expect(nights.at(-1)?.cells[0]?.value).toBe(data.values.throughput?.[0]);
});

it('is the same after it was stored', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});

it('gives hue to what is sure alone', () => {
  const [changes, , nights] = document.tables.map(({ sections }) => sections[0]?.rows ?? []);
  expect(changes?.map(({ cells }) => cells[0]?.level)).toEqual([null, 'r2']);
  expect(nights?.[0]?.cells[1]).toMatchObject({ level: null, mark: null });
  expect(nights?.[10]?.cells[1]).toMatchObject({ level: 'r2', mark: 'dn' });
});

it('is copied with its sentence, and drawn with the chart instead of a row for each night', () => {
  expect(documentText(document, 'md')).toContain('**Slower since 10 Jun');
  const cards = documentCards(document);
  expect(cards.map(({ metric }) => metric)).toEqual(['Changes']);
  expect(cards[0]?.nights).toBe(document.nights);
});
