import type { ProductHeatmap } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../results/heatmap-order';
import { testHeatmap } from '../testing/test-servers';
import { chooseServers } from './servers-page';

const NOTHING = { product: '', benchmark: '', on: [] as string[] };
const chosen = (all: ProductHeatmap[], state: { on?: string[] } = {}) =>
  chooseServers(all, { ...NOTHING, ...state })?.chosen.map((entry) => addressOf(entry));

describe('servers side by side', () => {
  it('are those that share versions, alike in cache, small ones first', () => {
    const all = [
      testHeatmap('ax162-s', 48, { workload: 'cached-40c', versions: ['5.7.44', '9.5.0'] }),
      testHeatmap('pn53', 8, { workload: 'cached-1c', versions: ['5.7.44', '9.5.0'] }),
      testHeatmap('pn53', 8, { workload: 'io', cached: false, versions: ['5.7.44', '9.5.0'] }),
      testHeatmap('other', 24, { workload: 'cached-16c', versions: ['11.4'] }),
    ];
    expect(chosen(all)).toEqual([
      { server: 'pn53', workload: 'cached-1c' },
      { server: 'ax162-s', workload: 'cached-40c' },
    ]);
  });

  it('are uploaded ones before published ones, unless they are alone', () => {
    const published = [
      testHeatmap('p1', 8, { origin: 'published', versions: ['17.5', '18.1'] }),
      testHeatmap('p2', 48, { origin: 'published', versions: ['17.5', '18.1'] }),
    ];
    const alone = testHeatmap('own', 2, { origin: 'recorded', versions: ['18.4'] });
    expect(chosen([alone, ...published])?.map(({ server }) => server)).toEqual(['p1', 'p2']);
    const own = [
      testHeatmap('u1', 8, { origin: 'uploaded', versions: ['9.5.0'] }),
      testHeatmap('u2', 24, { origin: 'uploaded', versions: ['9.5.0'] }),
    ];
    expect(chosen([...published, ...own])?.map(({ server }) => server)).toEqual(['u1', 'u2']);
  });

  it('are those with releases to compare before more and newer ones of nights, which share one', () => {
    const nightly = ['n1', 'n2', 'n3'].map((name) =>
      testHeatmap(name, 8, { versions: ['18.3'], at: '2026-11-01' }),
    );
    const releases = [
      testHeatmap('a', 8, { versions: ['17.5', '18.1'], at: '2026-01-01' }),
      testHeatmap('b', 24, { versions: ['17.5', '18.1'], at: '2026-01-01' }),
    ];
    expect(chosen([...nightly, ...releases])?.map(({ server }) => server)).toEqual(['a', 'b']);
    expect(chosen(nightly)).toHaveLength(3);
  });

  it('are those with releases to compare before many newer ones of another kind, which share none', () => {
    const newer = Array.from({ length: 20 }, (_, place) =>
      testHeatmap(place < 10 ? 'n1' : 'n2', 8, {
        ...{ workload: `w${place}`, cached: null, at: '2026-11-01' },
        versions: [place < 10 ? '5.7' : '5.6'],
      }),
    );
    const releases = ['a', 'b'].map((name) =>
      testHeatmap(name, 8, { versions: ['8.4.7', '9.5.0'], cached: true, at: '2026-01-01' }),
    );
    expect(chosen([...newer, ...releases])?.map(({ server }) => server)).toEqual(['a', 'b']);
  });

  it('have as many clients where a server has several workloads that share as much', () => {
    const versions = ['5.7.44', '9.5.0'];
    const all = [
      testHeatmap('pn53', 8, { workload: 'one', versions }),
      testHeatmap('ax162-s', 48, { workload: 'many', clients: 24, versions, at: '2026-03-01' }),
      testHeatmap('ax162-s', 48, { workload: 'one', versions }),
    ];
    expect(chosen(all, { on: [] })?.map(({ workload }) => workload)).toEqual(['one', 'one']);
  });

  it('prefer tables of ratios whose base is of the same major', () => {
    const versions = ['17.5', '18beta1'];
    const all = [
      testHeatmap('large', 48, {
        product: 'PostgreSQL',
        workload: 'to-17',
        versions,
        relativeTo: '17.4 x10a',
        at: '2025-09-02',
      }),
      testHeatmap('small', 8, {
        product: 'PostgreSQL',
        workload: 'to-14',
        versions,
        relativeTo: '14.0 x10a',
        at: '2025-05-25',
      }),
      testHeatmap('small', 8, {
        product: 'PostgreSQL',
        workload: 'to-17',
        versions,
        relativeTo: '17.5 x10a',
        at: '2025-05-24',
      }),
    ];
    expect(chosen(all)?.map(({ workload }) => workload)).toEqual(['to-17', 'to-17']);
  });

  it('are those asked for; one alone brings its likes, of one server only one is shown', () => {
    const all = [
      testHeatmap('a', 8, { workload: 'x', versions: ['1.0'] }),
      testHeatmap('a', 8, { workload: 'y', versions: ['1.0'] }),
      testHeatmap('b', 24, { workload: 'x', versions: ['1.0'] }),
      testHeatmap('c', 48, { workload: 'x', versions: ['1.0'] }),
    ];
    expect(chosen(all, { on: ['a@y', 'c@x'] })).toEqual([
      { server: 'a', workload: 'y' },
      { server: 'c', workload: 'x' },
    ]);
    expect(chosen(all, { on: ['a@y'] })).toHaveLength(3);
    expect(chosen(all, { on: ['a@x', 'a@y', 'b@x'] })).toHaveLength(2);
  });

  it('take product and benchmark from the heatmaps of the URL, and survive a benchmark the product does not have', () => {
    const all = [
      testHeatmap('a', 8, { product: 'MySQL', benchmark: 'sysbench', versions: ['9.5.0'] }),
      testHeatmap('b', 8, { product: 'PostgreSQL', benchmark: 'insert-benchmark', versions: ['18.1'] }),
    ];
    expect(chooseServers(all, { ...NOTHING, on: ['b@w'] })).toMatchObject({
      product: 'PostgreSQL',
      benchmark: 'insert-benchmark',
      products: ['MySQL', 'PostgreSQL'],
    });
    expect(chooseServers(all, { ...NOTHING, product: 'MySQL', benchmark: 'insert-benchmark' })).toMatchObject(
      {
        product: 'MySQL',
        benchmark: 'sysbench',
      },
    );
  });

  it('are none when nothing is loaded', () => {
    expect(chooseServers([], NOTHING)).toBeNull();
    expect(chooseServers([testHeatmap('a', 8, {})], { ...NOTHING, product: 'Nothing' })).toBeNull();
  });
});
