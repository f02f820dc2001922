import type { CorrectionEntry, CorrectionPreview, CorrectionTarget, RunToCorrect } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { changeGroups, correctButton, undoButton } from './change-groups';
import { correctedSince, correctionRows } from './correction-model';
import { correctHref, correctUrl, selectorOf } from './correction-state';
import { formModel } from './form-model';

const READ = {
  server: 'pn53b',
  product: 'MySQL',
  version: '9.5.0',
  branch: null,
  flavour: 'rel',
  config: null,
  tables: 8,
  rowsPerTable: 10_000_000,
  clients: 4,
  primaryKey: true,
  cached: null,
  label: null,
  startedAt: null,
  campaign: null,
  test: null,
  metric: null,
};
const PLACE = { server: 'pn53b', workload: 'w', column: 'c' };

const run = (over: Partial<RunToCorrect> = {}): RunToCorrect => ({
  id: '1',
  label: 'x.my9500',
  results: 33,
  asRead: READ,
  counted: { ...READ, place: PLACE },
  corrected: [],
  loggedClients: [4],
  at: '2026-11-15T04:11:00.000Z',
  ...over,
});

const target = (...runs: RunToCorrect[]): CorrectionTarget => ({
  upload: null,
  runs,
  results: 33 * runs.length,
  known: {
    servers: [{ slug: 'pn53', name: 'pn53', cores: 8 }],
    products: ['MySQL'],
    versions: [],
    configs: [],
    campaigns: [],
  },
});

const form = (query: string, ...runs: RunToCorrect[]) =>
  formModel(target(...runs), correctUrl.parse(new URLSearchParams(query)));
const field = (name: string, query: string, ...runs: RunToCorrect[]) =>
  form(query, ...runs).fields.find((each) => each.name === name);

describe('the address of the form', () => {
  it('holds the given fields, also an empty one, and leaves out the others', () => {
    const state = correctUrl.parse(new URLSearchParams('run=1,2&config=&server=pn53'));
    expect(state).toMatchObject({ run: ['1', '2'], config: '', server: 'pn53', version: null });
    expect(correctHref(state)).toBe('/correct?run=1,2&server=pn53&config=');
    expect(correctUrl.parse(new URLSearchParams(correctHref(state).split('?')[1]))).toEqual(state);
  });

  it('names an upload, runs, or nothing', () => {
    const select = (query: string) => selectorOf(correctUrl.parse(new URLSearchParams(query)));
    expect(select('upload=7&run=1')).toEqual({ upload: '7' });
    expect(select('run=1&run=2')).toEqual({ runs: ['1', '2'] });
    expect(select('upload=x')).toBeNull();
  });
});

describe('the form', () => {
  it('changes nothing while its values equal the current ones', () => {
    expect(form('server=pn53b&clients=4&primaryKey=true&config=', run()).changed).toEqual({});
    expect(form('', run()).changed).toEqual({});
  });

  it('changes what differs, and takes away what is emptied', () => {
    expect(form('server=pn53&flavour=&cached=true', run()).changed).toEqual({
      server: 'pn53',
      flavour: '',
      cached: 'true',
    });
  });

  it('lists the differing values of the runs and keeps each until one is set', () => {
    const other = run({
      id: '2',
      asRead: { ...READ, version: '9.4.0' },
      counted: { ...READ, version: '9.4.0', cached: true, place: PLACE },
    });
    expect(field('version', '', run(), other)).toMatchObject({
      asRead: '9.5.0, 9.4.0',
      value: '',
      isChanged: false,
    });
    expect(field('cached', '', run(), other)).toMatchObject({ value: '*', isChanged: false });
    expect(form('cached=-&version=9.5.1', run(), other).changed).toEqual({ cached: '', version: '9.5.1' });
  });

  it('shows the corrected value and the value read', () => {
    const corrected = run({ counted: { ...READ, server: 'pn53', place: PLACE }, corrected: ['server'] });
    expect(field('server', '', corrected)).toMatchObject({
      asRead: 'pn53b',
      now: 'pn53, corrected',
      value: 'pn53',
    });
  });

  it('warns of what the logs contradict, and of a server that would be new', () => {
    expect(field('clients', 'clients=1', run())?.warning).toBe(
      'The logs say 4 clients. Correct it only if they are of another run.',
    );
    expect(
      field('clients', 'clients=4', run({ counted: { ...READ, clients: 1, place: PLACE } }))?.warning,
    ).toBe('');
    expect(field('server', 'server=pn54', run())?.warning).toContain('it will be new');
    expect(field('server', 'server=PN53', run())?.warning).toBe('');
  });
});

const NOTHING: CorrectionPreview = {
  revision: 'r',
  runs: [],
  results: 0,
  heatmaps: [],
  records: [],
  servers: [],
  permalinks: 0,
  undoes: [],
};
const server = { slug: 'pn53', name: 'pn53', cores: 8 };
const heatmap = {
  server,
  workload: { slug: 'w', label: 'sysbench, cached' },
  benchmark: 'sysbench' as const,
  comparePath: '/compare?server=pn53&workload=w',
};
const record = {
  kind: 'regression' as const,
  slug: 'r1',
  server,
  workload: { slug: 'w', label: 'sysbench' },
  product: 'MySQL',
  test: 'insert',
};
const state = (ratio: number, firstBad = '9.5.0') =>
  ({ firstBad, lastGood: '9.4.0', verdict: 'regression', ratio }) as const;

const textsOf = (preview: Partial<CorrectionPreview>) =>
  changeGroups({ ...NOTHING, ...preview }).flatMap(({ count, lines, rest }) => [
    count,
    ...lines.map(({ parts }) => parts.map(({ text }) => text).join('')),
    ...(rest ? [rest] : []),
  ]);

describe('what changes, in words', () => {
  it('says of each heatmap what it gains and loses', () => {
    const texts = textsOf({
      heatmaps: [
        {
          ...heatmap,
          runs: { before: 2, after: 3 },
          columns: { before: 2, after: 3 },
          gained: ['MySQL 9.5.0'],
          lost: [],
        },
        {
          ...heatmap,
          runs: { before: 0, after: 4 },
          columns: { before: 0, after: 4 },
          gained: ['a', 'b', 'c', 'd'],
          lost: [],
        },
        {
          ...heatmap,
          runs: { before: 1, after: 0 },
          columns: { before: 1, after: 0 },
          gained: [],
          lost: ['a'],
        },
        {
          ...heatmap,
          runs: { before: 2, after: 2 },
          columns: { before: 2, after: 2 },
          gained: ['b'],
          lost: ['a'],
        },
        { ...heatmap, runs: { before: 2, after: 2 }, columns: { before: 2, after: 2 }, gained: [], lost: [] },
      ],
    });
    expect(texts).toEqual([
      '5 heatmaps',
      'sysbench, cached on 8-core pn53 gains MySQL 9.5.0 (2 → 3 columns).',
      'sysbench, cached on 8-core pn53 is new, with a, b, c and 1 more.',
      'sysbench, cached on 8-core pn53 is empty and goes.',
      'sysbench, cached on 8-core pn53 gains b and loses a.',
      'sysbench, cached on 8-core pn53 keeps its columns.',
      '0 records',
      'change.',
    ]);
  });

  it('says of each record what becomes of it, and counts those that hardly move', () => {
    const texts = textsOf({
      records: [
        { ...record, change: 'new', slug: null, before: null, after: state(0.9) },
        { ...record, change: 'withdrawn', before: state(0.8), after: null },
        { ...record, change: 'changed', before: state(0.9), after: state(0.8, '9.4.1') },
        { ...record, change: 'changed', before: state(0.9), after: state(0.9001) },
      ],
      permalinks: 1,
      servers: [{ server, change: 'emptied' }],
    });
    expect(texts).toEqual([
      '0 heatmaps',
      '4 records',
      'insert since MySQL 9.5.0 on 8-core pn53 is a new regression, 0.90.',
      'insert since MySQL 9.5.0 on 8-core pn53 is withdrawn: the change is not in the data any more.',
      'insert since MySQL 9.4.1 on 8-core pn53 stays, 0.90 → 0.80, before since 9.5.0.',
      'and 1 whose ratio moves by less than 0.01.',
      '1 server',
      'pn53 has no runs left.',
      '1 permalink',
      'made before shows the same numbers as before, with a note that a correction exists.',
    ]);
  });

  it('says when there are too many heatmaps to judge', () => {
    expect(textsOf({ records: null })).toContain(
      'are judged afterwards: 0 heatmaps are too many to judge here.',
    );
  });

  it('has the number on the button', () => {
    const preview = { ...NOTHING, results: 33, runs: [run()] as never };
    expect(correctButton(preview)).toBe('Correct 33 results of 1 run');
    expect(undoButton(preview)).toBe('Undo it for 1 run');
    expect(undoButton({ ...preview, undoes: [{}, {}] as never })).toBe('Undo 2 corrections for 1 run');
  });
});

const entry: CorrectionEntry = {
  id: '7',
  kind: 'runs',
  changes: { server: 'pn53', cached: true },
  upload: null,
  reason: 'renamed',
  by: 'm.lind',
  at: '2026-11-16T09:20:00.000Z',
  undone: null,
  runs: 2,
  before: { server: ['a', 'b', 'c', 'd'], cached: [null] },
};

describe('the history', () => {
  it('shows the old and the new value of each field', () => {
    expect(correctionRows([entry])).toMatchObject([
      {
        href: '/corrections/7',
        at: '16 Nov 2026, 09:20 UTC',
        changes: [
          { field: 'Server', before: 'a, b, c and 1 more', after: 'pn53' },
          { field: 'Cache', before: '–', after: 'cached' },
        ],
        runs: '2 runs',
        undone: '',
      },
    ]);
    const undone = {
      ...entry,
      kind: 'server_merge',
      undone: { by: 'a.roy', at: '2026-11-16T10:00:00.000Z' },
    };
    expect(correctionRows([undone])).toMatchObject([
      { runs: '2 runs, server merge', undone: 'undone by a.roy, 16 Nov 2026, 10:00 UTC' },
    ]);
  });

  it('shows both names of a renamed test, whole where they are long', () => {
    const name = 'x'.repeat(400);
    const state = correctUrl.parse(new URLSearchParams({ run: '1', test: `t0 → ${name}` }));
    expect(state.test).toBe(`t0 → ${name}`);
    const renamed = { ...entry, changes: { test: `t0 → ${name}` }, before: { test: ['t0'] } };
    expect(correctionRows([renamed])[0]?.changes).toEqual([{ field: 'Test', before: 't0', after: name }]);
  });

  it('is mentioned on a frozen page, but only if there is one', () => {
    expect(correctedSince({ count: 0, latest: null })).toBeNull();
    expect(correctedSince({ count: 1, latest: entry })).toEqual({
      text: 'These numbers are from before a correction of its runs by m.lind, 16 Nov 2026: renamed.',
      link: 'Correction 7',
      href: '/corrections/7',
    });
    expect(correctedSince({ count: 3, latest: entry })?.text).toBe(
      'These numbers are from before 3 corrections of its runs, the newest by m.lind, 16 Nov 2026: renamed.',
    );
  });
});
