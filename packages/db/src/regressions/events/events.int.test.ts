import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nightRuns } from '../../testing/night-runs';
import { openRegressionBench, type RegressionBench, versionRun } from '../../testing/regression-bench';
import type { EventFilter, EventView } from '../../types/events';
import { getRegression } from '../record-page/get-regression';
import { triageRegression } from '../triage';
import { changeEvents, splitEvent, undoEventChange } from './change-event';
import { getEventFigures } from './event-figures';
import { findEventOf, getEvent, listEvents, nearestEvents } from './list-events';
import { listNewestRows } from './newest-rows';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const events = async (filter: EventFilter = {}) => (await listEvents(bench.database, filter)).events;
const only = async (filter: EventFilter = {}): Promise<EventView> => {
  const [event, ...others] = await events(filter);
  if (!event || others.length > 0)
    throw new Error(`Expected one event, found ${others.length + (event ? 1 : 0)}.`);
  return event;
};

/** Each test of a version by a factor. */
const allTests = (factor: number, tests = 12) =>
  Object.fromEntries(Array.from({ length: tests }, (_, index) => [`t${index}`, factor - index / 100]));

const storeStep = (server: string, factors: Record<string, number> = { t0: 0.7 }) =>
  bench.store(versionRun('16.0', {}, { server }), versionRun('17.0', factors, { server }));

describe('an event', () => {
  it('does not exist without a record', async () => {
    expect(await listEvents(bench.database)).toMatchObject({ events: [], total: 0, pages: 1, open: 0 });
    await bench.store(versionRun('16.0'), versionRun('17.0'));
    expect(await events()).toEqual([]);
    expect(
      (await listNewestRows(bench.database)).map(({ newest, before }) => [newest, before?.slower]),
    ).toEqual([['17.0', 0]]);
  });

  it('is one row for one version on three servers, with the tests of each', async () => {
    await storeStep('pn53', { t0: 0.7 });
    await storeStep('hetz48', { t0: 0.5, t1: 0.6 });
    await storeStep('socket2', { t0: 0.6, t2: 0.8, t3: 0.9 });
    const event = await only();
    expect(event).toMatchObject({
      slug: 'postgresql-17.0',
      product: 'PostgreSQL',
      firstBad: '17.0',
      state: 'new',
    });
    expect(
      event.places.map(({ server, slower, tests, lastGood }) => [server.name, slower, tests, lastGood]),
    ).toEqual([
      ['socket2', 3, 12, '16.0'],
      ['hetz48', 2, 12, '16.0'],
      ['pn53', 1, 12, '16.0'],
    ]);
    expect([event.slower, event.likely, event.tests]).toEqual([6, 0, 36]);
    expect([event.low, event.median, event.high].map((ratio) => ratio?.toFixed(1))).toEqual([
      '0.5',
      '0.7',
      '0.9',
    ]);
  });

  it('has as many slower tests as home and as its list of tests', async () => {
    await storeStep('pn53', allTests(0.8));
    await storeStep('hetz48', { t0: 0.5, t1: 0.6 });
    const [event, rows] = await Promise.all([only(), listNewestRows(bench.database)]);
    const page = await getEvent(bench.database, event.slug);
    for (const place of page.places) {
      const row = rows.find(({ server }) => server.slug === place.server.slug);
      expect(row?.before).toMatchObject({ slower: place.slower, likely: place.likely, tests: place.tests });
      expect(place.largest).toHaveLength(place.slower + place.likely);
    }
    expect(event.places.map(({ largest }) => largest.length)).toEqual([6, 2]);
  });

  it('counts tests that stopped working, which have no ratio, before those that are slower', async () => {
    await bench.store(
      versionRun('16.0', {}, { server: 'pn53' }),
      versionRun('17.0', { t0: 0.7, t1: null }, { server: 'pn53' }),
    );
    const event = await only();
    expect(event).toMatchObject({ certainty: 'sure', stopped: 1, slower: 1, likely: 0 });
    expect(event.low).toBe(event.high);
    expect(event.places[0]?.largest.map(({ test, level, ratio }) => [test, level, ratio === null])).toEqual([
      ['t1', 'stopped', true],
      ['t0', 'sure', false],
    ]);
    const [row] = await listNewestRows(bench.database);
    expect(row?.before).toMatchObject({ stopped: 1, slower: 1 });
  });

  it('of stopped tests alone has no median', async () => {
    await bench.store(
      versionRun('16.0', {}, { server: 'pn53' }),
      versionRun('17.0', { t1: null }, { server: 'pn53' }),
    );
    expect(await only()).toMatchObject({ stopped: 1, slower: 0, median: null, low: null, reason: null });
  });

  it('stays at its address, and closes when a later version is back', async () => {
    await storeStep('pn53');
    const { slug } = await only();
    await bench.store(versionRun('17.1', { t0: 0.7 }));
    expect((await only()).slug).toBe(slug);
    await bench.store(versionRun('18.0'));
    expect(await events()).toEqual([]);
    expect(await only({ state: 'fixed' })).toMatchObject({ slug, state: 'fixed', fixedIn: '18.0' });
    expect(await getEvent(bench.database, slug)).toMatchObject({ slug, history: [] });
  });

  it('is withdrawn with its data, and an unknown address is not found', async () => {
    await storeStep('pn53');
    await bench.remove(1);
    expect(await events({ state: 'all' })).toEqual([]);
    const { slug, state } = await only({ state: 'withdrawn' });
    expect(state).toBe('withdrawn');
    await expect(getEvent(bench.database, 'mysql-1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await nearestEvents(bench.database, `${slug}x`)).toEqual([slug]);
  });

  it('is another one for what got faster', async () => {
    await storeStep('pn53', { t0: 0.7, t1: 1.5 });
    expect((await only()).slower).toBe(1);
    expect(await only({ kind: 'improvement' })).toMatchObject({ slug: 'postgresql-17.0-faster', slower: 1 });
    const [row] = await listNewestRows(bench.database);
    expect(row?.before).toMatchObject({ slower: 1, faster: 1 });
  });

  it('is found by product, server, first bad version, certainty and words, always with all its tests', async () => {
    await storeStep('pn53');
    await storeStep('hetz48', { t1: 0.6 });
    for (const filter of [
      { server: 'pn53' },
      { product: 'PostgreSQL' },
      { since: '17.0' },
      { certainty: 'sure' },
      { search: 't1' },
    ] as const)
      expect((await only(filter)).slower).toBe(2);
    for (const filter of [{ server: 'no-such' }, { product: 'MySQL' }, { search: 't2' }, { line: '19devel' }])
      expect(await events(filter)).toEqual([]);
  });

  it('is new after a time only if it was first seen after it', async () => {
    await storeStep('pn53');
    const { firstSeen } = await only();
    const after = new Date(Date.parse(firstSeen) + 1).toISOString();
    expect(await events({ seenAfter: after })).toEqual([]);
    expect(await events({ seenAfter: new Date(Date.parse(firstSeen) - 1).toISOString() })).toHaveLength(1);
  });
});

describe('a change of an event', () => {
  it('is written to all its records with history, and taken back from all', async () => {
    await storeStep('pn53', allTests(0.8));
    await storeStep('hetz48', { t0: 0.5 });
    const { slug, version, places } = await only();
    const change = { state: 'confirmed', owner: 'mk', bugUrl: 'https://bugs.example/1' } as const;
    const { changes } = await changeEvents(bench.database, [{ slug, version }], { change, by: 'ann' });
    expect(await only()).toMatchObject(change);
    const record = await getRegression(bench.database, places[0]?.largest[0]?.slug ?? '');
    expect(record).toMatchObject({ state: 'confirmed', owner: 'mk', triageVersion: 2 });
    expect(record.history.map(({ by }) => by).filter((by) => by === 'ann')).toHaveLength(3);
    expect((await getEvent(bench.database, slug)).history).toMatchObject([
      { change, records: 13, by: 'ann' },
    ]);
    // Fields sent with their old value change nothing and add no line to the history.
    const same = { change: { owner: 'mk', fixedIn: null }, by: 'ann' };
    expect(await changeEvents(bench.database, [await only()], same)).toEqual({ changes: [], conflicts: [] });
    expect(await undoEventChange(bench.database, { id: changes[0] ?? '', by: 'bob' })).toEqual({ kept: 0 });
    expect(await only()).toMatchObject({ state: 'new', owner: null, bugUrl: null });
    expect((await getEvent(bench.database, slug)).history).toMatchObject([{ undone: { by: 'bob' } }]);
    const again = undoEventChange(bench.database, { id: changes[0] ?? '', by: 'bob' });
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps what was changed later when it is taken back', async () => {
    await storeStep('pn53', { t0: 0.7, t1: 0.7 });
    const { slug, version, places } = await only();
    const { changes } = await changeEvents(bench.database, [{ slug, version }], {
      change: { state: 'noise' },
      by: 'ann',
    });
    const record = places[0]?.largest[0]?.slug ?? '';
    await triageRegression(bench.database, { slug: record, version: 2, by: 'bob' }, { state: 'confirmed' });
    expect(await undoEventChange(bench.database, { id: changes[0] ?? '', by: 'ann' })).toEqual({ kept: 1 });
    expect((await getRegression(bench.database, record)).state).toBe('confirmed');
    expect((await only()).slower).toBe(2);
  });

  it('is refused when a record changed or joined since it was seen', async () => {
    await storeStep('pn53');
    const seen = await only();
    await storeStep('hetz48');
    const late = { change: { state: 'noise' }, by: 'ann' } as const;
    expect(await changeEvents(bench.database, [seen], late)).toEqual({
      changes: [],
      conflicts: ['postgresql-17.0'],
    });
    expect((await only()).state).toBe('new');
    await expect(
      changeEvents(bench.database, [{ slug: 'mysql-1', version: '' }], late),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      changeEvents(bench.database, [await only()], { change: { bugUrl: 'javascript:1' }, by: 'ann' }),
    ).rejects.toMatchObject({ code: 'SETTING_INVALID' });
  });

  it('closes an event, and new evidence on another server opens it again', async () => {
    await storeStep('pn53');
    await changeEvents(bench.database, [await only()], { change: { state: 'noise' }, by: 'ann' });
    expect(await events()).toEqual([]);
    expect((await only({ state: 'closed' })).state).toBe('noise');
    await storeStep('hetz48');
    expect(await only()).toMatchObject({ state: 'new', slower: 1 });
    const rows = await listNewestRows(bench.database);
    expect(rows.map(({ server, before }) => [server.slug, before?.slower])).toEqual([
      ['hetz48', 1],
      ['pn53', 0],
    ]);
  });

  it('mutes: the event stays open and is not new', async () => {
    await storeStep('pn53');
    const seen = await only();
    const { changes } = await changeEvents(bench.database, [seen], { change: { muted: true }, by: 'ann' });
    expect(await only()).toMatchObject({ muted: true, state: 'new' });
    expect(await events({ seenAfter: '2000-01-01T00:00:00Z' })).toEqual([]);
    await undoEventChange(bench.database, { id: changes[0] ?? '', by: 'ann' });
    expect(await events({ seenAfter: '2000-01-01T00:00:00Z' })).toHaveLength(1);
  });

  it('splits a server off, which is triaged by itself, until it is taken back', async () => {
    await storeStep('pn53');
    await storeStep('hetz48');
    const id = await splitEvent(bench.database, await only(), { server: 'pn53', by: 'ann' });
    const both = await events();
    expect(both.map(({ slug, slower }) => [slug, slower]).sort()).toEqual([
      ['postgresql-17.0', 1],
      ['postgresql-17.0@pn53', 1],
    ]);
    const own = both.find(({ splitOff }) => splitOff !== null);
    await changeEvents(bench.database, own ? [own] : [], { change: { state: 'wont_fix' }, by: 'ann' });
    expect((await only()).places.map(({ server }) => server.slug)).toEqual(['hetz48']);
    await expect(
      splitEvent(bench.database, await only(), { server: 'hetz48', by: 'ann' }),
    ).rejects.toMatchObject({
      code: 'SETTING_INVALID',
    });
    await undoEventChange(bench.database, { id, by: 'ann' });
    // The record that was closed meanwhile stays closed.
    expect((await only()).places.map(({ server }) => server.slug)).toEqual(['hetz48']);
    expect((await events({ state: 'all' })).map(({ slug }) => slug)).toEqual(['postgresql-17.0']);
  });
});

describe('the figures of an event', () => {
  it('have a line per server: the median of its tests, which is 1 at the last good version', async () => {
    for (const server of ['pn53', 'hetz48']) {
      const run = (version: string, factors = {}) => versionRun(version, factors, { server });
      const slow = server === 'pn53' ? { t0: 0.7, t1: 0.8, t2: 0.6 } : { t0: 0.5 };
      await bench.store(run('15.0'), run('16.0'), run('17.0', slow), run('18.0', slow));
    }
    const event = await only();
    const { chart, columns, stillIn, evidence, unit, band } = await getEventFigures(
      bench.database,
      event.slug,
    );
    expect(chart?.versions).toEqual(['15.0', '16.0', '17.0', '18.0']);
    expect([chart?.own, chart?.isCut]).toEqual([2, false]);
    // Each test in addition, relative to its own last good version.
    for (const { largest } of event.places) {
      for (const { slug: own, ratio } of largest)
        expect(chart?.tests[own]).toEqual([
          expect.closeTo(1, 1),
          1,
          expect.closeTo(ratio ?? 0, 9),
          expect.any(Number),
        ]);
    }
    expect(Object.keys(chart?.tests ?? {})).toHaveLength(4);
    expect(chart?.lines.map(({ server, values }) => [server, values[1], values[2]])).toEqual(
      event.places.map(({ server, median }) => [server.slug, 1, median]),
    );
    expect(stillIn).toBe('18.0');
    expect(evidence).toMatchObject({ later: 1, runs: 1 });
    expect(unit).toBe('queries/s');
    expect(band).toBeGreaterThan(0);
    const slug = event.places[0]?.largest[0]?.slug ?? '';
    expect(columns[slug]).toEqual({
      firstBad: expect.stringContaining('17.0'),
      lastGood: expect.stringContaining('16.0'),
    });
  });

  it('claim no lasting change where a server lacks a later version', async () => {
    await storeStep('pn53');
    await bench.store(versionRun('18.0', { t0: 0.7 }));
    const { stillIn } = await getEventFigures(bench.database, (await only()).slug);
    await storeStep('hetz48');
    const figures = await getEventFigures(bench.database, (await only()).slug);
    expect([stillIn, figures.stillIn]).toEqual(['18.0', null]);
    expect(figures.chart?.lines.map(({ values }) => values[2] === null)).toEqual([false, true]);
  });

  it('lead from a record to its event, also to that of a server that was split off', async () => {
    await storeStep('pn53');
    await storeStep('hetz48');
    const event = await only();
    const slugOf = (server: string) =>
      event.places.find((place) => place.server.slug === server)?.largest[0]?.slug ?? '';
    expect(await findEventOf(bench.database, slugOf('pn53'))).toBe('postgresql-17.0');
    await splitEvent(bench.database, event, { server: 'pn53', by: 'ann' });
    expect(await findEventOf(bench.database, slugOf('pn53'))).toBe('postgresql-17.0@pn53');
    expect(await findEventOf(bench.database, slugOf('hetz48'))).toBe('postgresql-17.0');
    expect(await findEventOf(bench.database, 'no-such')).toBeNull();
  });
});

describe('an event of nights', () => {
  const storeNights = (server: string, nights: number) =>
    bench.store(
      ...nightRuns(
        0,
        nights,
        (night): Record<string, number> => (night >= 25 ? { t0: 0.8, t1: 0.85 } : {}),
      ).map((run) => ({ ...run, server, seed: `${run.seed} ${server}` })),
    );

  it('is named by the commit, is on all servers that measured it, and its tests are those of the line', async () => {
    await storeNights('pn53', 40);
    await storeNights('nightly-8', 40);
    const event = await only();
    expect(event).toMatchObject({ line: '19devel@master', certainty: 'sure', slower: 4, tests: 24 });
    expect(event.slug).toMatch(/^postgresql-19devel-\d{8}-g[0-9a-f]{8}$/);
    expect(event.places.map(({ server }) => server.slug).sort()).toEqual(['nightly-8', 'pn53']);
    expect(await events({ line: '19devel@master' })).toHaveLength(1);
    const { chart, stillIn } = await getEventFigures(bench.database, event.slug);
    expect(chart?.versions[chart.own]).toBe(event.firstBad);
    expect(chart?.lines.map(({ values }) => (values[(chart.own ?? 0) + 1] ?? 1) < 0.9)).toEqual([true, true]);
    expect(stillIn).toBeNull();
    const rows = await listNewestRows(bench.database);
    expect(rows.map(({ newest, before }) => [newest, before?.slower, before?.tests])).toEqual([
      ['19devel', 2, 12],
      ['19devel', 2, 12],
    ]);
  });

  it('is likely while it rests on two nights, and exists all the same', async () => {
    await storeNights('pn53', 27);
    expect(await only()).toMatchObject({ certainty: 'likely', slower: 0, likely: 2 });
    expect(await only({ certainty: 'likely' })).toMatchObject({ likely: 2 });
    expect(await events({ certainty: 'sure' })).toEqual([]);
  });
});

describe('with many records', () => {
  it('one event of 5,000 records has all of them, and one change is written to each', async () => {
    await storeStep('pn53');
    const columns =
      'heatmap_id, kind, server_id, workload_id, product_id, first_bad_id, last_good_id, first_bad, last_good, last_seen, step, verdict, ratio, level_ratio, band, p, cause, reason, rule_version, parser_version';
    const { pool } = bench.database;
    await pool.query(`INSERT INTO tests (benchmark_id, key, name, "group", position, unit, warmup, known)
      SELECT benchmark_id, 'many' || n, 'many' || n, "group", 100 + n, unit, warmup, known
      FROM tests, generate_series(1, 4999) AS n WHERE key = 't0'`);
    await pool.query(`INSERT INTO record_places (slug, heatmap_id)
      SELECT 'many-' || n, heatmap_id FROM regressions, generate_series(1, 4999) AS n`);
    await pool.query(`INSERT INTO regressions (slug, test_id, fingerprint, ${columns})
      SELECT 'many-' || n, (SELECT id FROM tests WHERE key = 'many' || n), 'many ' || n, ${columns}
      FROM regressions, generate_series(1, 4999) AS n`);
    await pool.query('UPDATE epochs SET newest = newest + 1, shared = newest + 1');
    const event = await only();
    // More tests than the version has: then the total is unknown, and never too small.
    expect([event.slower, event.tests]).toEqual([5000, null]);
    await changeEvents(bench.database, [event], { change: { state: 'confirmed' }, by: 'ann' });
    expect((await only()).state).toBe('confirmed');
    const { rows } = await pool.query('SELECT state, count(*)::int FROM regressions GROUP BY 1');
    expect(rows).toEqual([{ state: 'confirmed', count: 5000 }]);
  });
});
