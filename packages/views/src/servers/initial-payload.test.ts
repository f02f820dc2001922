import { unknownNoise } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { testData, testServer } from '../testing/test-servers';
import { toHeatmapNoise } from '../verdict/heatmap-noise';
import { isOfData, type ServerData, type ServersData, shownState, withRest } from './servers-data';
import { serversModel } from './servers-model';
import { toInitialPayload, toRest, toServersSelection } from './servers-selection';
import { type ServersState, serversUrl } from './servers-state';
import { serversSentence } from './servers-words';

const ROWS = 33;
const round = (value: number) => Number(value.toPrecision(7));
const noise = toHeatmapNoise(unknownNoise('sysbench', { clients: 1, cached: true }, 'dedicated'), {
  columns: [],
  rows: [],
});

/** Every fourth test is slower in every second version; the counts follow it. */
function server(name: string, cores: number, columns: number): ServerData {
  const grid = (of: (row: number, column: number) => number) =>
    Array.from({ length: ROWS }, (_, row) =>
      Array.from({ length: columns }, (_v, column) => of(row, column)),
    );
  const isSlow = (row: number, column: number) => row % 4 === 0 && column % 2 === 1;
  const values: ServerData['values'] = {
    throughput: grid((row, column) => round((isSlow(row, column) ? 0.7 : 1) * (1e4 / (row + 3)))),
    cpu_us_per_op: grid((row, column) => round((row + column + 100) / 7)),
    cs_per_op: grid((row, column) => round((isSlow(row, column) ? 20 : 10) / (row + 3))),
  };
  return { ...testServer(name, cores, values), noise };
}

function dataOf(columns: number): ServersData {
  const servers = [server('small', 8, columns), server('large', 48, columns)];
  const keys = servers[0]?.columns.map(({ key }) => key) ?? [];
  return { ...testData(servers, ROWS), keys };
}

const state = (change: Partial<ServersState> = {}) => ({ ...serversUrl.defaults, ...change });

function numbersIn({ servers }: ServersData): number {
  return servers.flatMap(({ values }) => Object.values(values).flat(2)).filter((value) => value !== null)
    .length;
}

/** All that a reader sees. */
function seen(data: ServersData, change: Partial<ServersState> = {}) {
  const all = state(change);
  const model = serversModel(toServersSelection(data, all), all);
  return JSON.stringify({ groups: model.groups, sentence: serversSentence(model) });
}

describe('the first part of a large table', () => {
  const data = dataOf(30);
  const sentOf = (change: Partial<ServersState> = {}) =>
    JSON.parse(JSON.stringify(toInitialPayload(data, state(change)))) as ServersData;

  it('shows the same as the whole, with less than half of the numbers', () => {
    const sent = sentOf();
    expect(sent.missing).toEqual(['cpu_us_per_op', 'cs_per_op']);
    expect(seen(sent)).toBe(seen(data));
    expect(numbersIn(sent)).toBeLessThan(numbersIn(data) / 2);
  });

  it('has the metric that the address names', () => {
    const sent = sentOf({ metric: 'cpu_us_per_op' });
    expect(sent.missing).toEqual(['cs_per_op']);
    expect(seen(sent, { metric: 'cpu_us_per_op' })).toBe(seen(data, { metric: 'cpu_us_per_op' }));
  });

  it('judges another base like the whole once the rest is there', () => {
    const [sent, rest] = [sentOf(), JSON.parse(JSON.stringify(toRest(data)))];
    expect(isOfData(sent, rest)).toBe(true);
    const whole = withRest(sent, rest);
    expect(whole.missing).toBeNull();
    for (const change of [{ base: '2.0' }, { metric: 'cs_per_op' as const }]) {
      expect(seen(whole, change)).toBe(seen(data, change));
    }
  });

  it('keeps base and metric until the rest is there', () => {
    const initial = state();
    const asked = state({ base: '2.0', metric: 'cs_per_op', q: 'scan' });
    expect(shownState(sentOf(), asked, initial)).toEqual({ ...initial, q: 'scan' });
    expect(shownState(data, asked, initial)).toEqual(asked);
  });

  it('does not take the rest of another table', () => {
    const sent = sentOf();
    expect(isOfData(sent, toRest(dataOf(29)))).toBe(false);
    expect(isOfData(sent, toRest(data).slice(1))).toBe(false);
  });
});

describe('the first part of a small table', () => {
  it('is all of it', () => {
    const data = dataOf(3);
    const sent = toInitialPayload(data, state());
    expect(sent.missing).toBeNull();
    expect(sent.servers.map(({ values }) => values)).toEqual(data.servers.map(({ values }) => values));
    for (const change of [{}, { base: '2.0' }]) expect(seen(sent, change)).toBe(seen(data, change));
  });
});
