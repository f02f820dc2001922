import { describe, expect, it } from 'vitest';
import { viewProblems } from '../share/page-view';
import { testLineEntry } from '../testing/test-series';
import { seriesView } from './series-document';
import { chooseLine, type LoadedSeries, noSeriesLinks, readSeries } from './series-page';
import { seriesUrl } from './series-state';

const lines = [
  testLineEntry({ server: 'a', newestAt: '2026-01-01' }),
  testLineEntry({ server: 'b', newestAt: '2026-03-01' }),
  testLineEntry({ server: 'b', key: '18@stable', newestAt: '2026-02-01' }),
];
const parse = (query: string) => seriesUrl.parse(new URLSearchParams(query));

describe('chooseLine', () => {
  it('is the line with the newest night of those that the address allows', () => {
    expect(chooseLine(lines, parse(''))).toBe(lines[1]);
    expect(chooseLine(lines, parse('server=a'))).toBe(lines[0]);
    expect(chooseLine(lines, parse('server=b&line=18@stable'))).toBe(lines[2]);
    expect(chooseLine(lines, parse('server=a&line=18@stable'))).toBeNull();
    expect(chooseLine([], parse(''))).toBeNull();
  });
});

const overview = {
  tests: [{ test: { key: 'scan', name: 'scan', range: null, groupLabel: 'Scans' }, verdict: null }],
};
const asked: unknown[] = [];
const source = {
  lines: async () => lines,
  overview: async (input: unknown) => {
    asked.push(input);
    return overview as never;
  },
  series: async () => {
    throw new Error('a test that is not there is not asked for');
  },
};
const load = (query: string) => readSeries(source, parse(query));

describe('readSeries', () => {
  it('reads the overview of the newest line where nothing is named', async () => {
    const loaded = await load('nights=90');
    expect(loaded).toMatchObject({ entry: lines[1], data: null });
    expect(asked.at(-1)).toEqual({ server: 'b', workload: 'w', line: '19devel@master', nights: 90 });
  });

  it('reads nothing of a line or a test that is not there', async () => {
    expect(await load('server=c')).toMatchObject({ entry: null, overview: null, data: null });
    expect(await load('server=a&test=nope')).toMatchObject({ entry: lines[0], data: null });
  });
});

describe('what an address asks for that is not there', () => {
  const problems = async (query: string) =>
    viewProblems(seriesView, new URLSearchParams(query), await load(query)).map(({ parameter }) => parameter);

  it.each([
    ['server=c', ['server']],
    ['server=a&workload=nope', ['workload']],
    ['server=a&line=nope', ['line']],
    ['server=a&test=nope&foo=1', ['foo', 'test']],
    ['server=a&span=17', ['span']],
    ['server=b', []],
  ])('%s', async (query, expected) => {
    expect(await problems(query)).toEqual(expected);
  });

  it('lists tests of the line, else all lines', async () => {
    const texts = async (query: string) =>
      noSeriesLinks((await load(query)) as LoadedSeries).map(({ text }) => text);
    expect(await texts('server=a&test=nope')).toEqual(['scan']);
    expect(await texts('server=c')).toHaveLength(3);
  });
});
