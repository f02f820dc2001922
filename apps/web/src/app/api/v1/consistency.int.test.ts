import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatRatio } from '@basecase/analysis';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import type { NewestRow } from '@basecase/db/types';
import { homeModel } from '@basecase/views/home';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '../../../server/root';

/*
 * Visits the pages and answers that say something of the same subject, a product on a server with a workload, and compares
 * what they say. A page that is added gets a reader here.
 */

const BASE = 'https://bench.example';
const SAMPLES = path.join(import.meta.dirname, '../../../../../../samples');

let bench: RegressionBench;
let folder: string;
beforeAll(async () => {
  bench = await openRegressionBench();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-consistency-'));
  Object.assign(process.env, {
    ...{ DATABASE_URL: bench.database.url, BASECASE_BLOBS: folder, BASECASE_LOCAL: '', BASECASE_URL: BASE },
  });
  const maria = { product: 'MariaDB' };
  await bench.store(
    versionRun('10.2.30', {}, { ...maria, config: 'z12a' }),
    versionRun('10.11.6', { t0: 0.95, t1: 0.9 }, { ...maria, config: 'z12a' }),
    versionRun('11.4.5', { t0: 0.8, t1: 0.8 }, { ...maria, config: 'z12b' }),
    versionRun('12.3.1', { t0: 0.8, t1: 0.6, t2: 1.2 }, { ...maria, config: 'z13a' }),
    // A variation of the newest version is not on the line.
    versionRun('12.3.1', { t0: 0.5 }, { ...maria, config: 'z13a_gtid' }),
  );
  await bench.store(
    versionRun('16.0'),
    versionRun('17.0', { t0: 0.8, t1: 0.7 }),
    versionRun('18.0', { t0: [0.8, 0.81], t1: 0.7, t2: null, t3: 1.4 }),
  );
  await bench.store(
    versionRun('16.0', {}, { server: 'other' }),
    versionRun('18.0', { t0: 0.7 }, { server: 'other' }),
    versionRun('9.5.0', {}, { server: 'other', product: 'MySQL' }),
  );
  const stores = { database: bench.database, blobs: openBlobStore(folder, bench.database) };
  for (const name of await readdir(SAMPLES))
    if (name.endsWith('.tar.gz')) await ingestPath(stores, path.join(SAMPLES, name), { origin: 'recorded' });
  await recomputeRegressions(bench.database);
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
const ROUTES = import.meta.glob<{ GET?: Handler }>('./**/route.ts', { eager: true });

async function answerOf(route: string, query: Record<string, string>, params: Record<string, string> = {}) {
  const url = new URL(`/api/v1/${route}?${new URLSearchParams(query)}`, BASE);
  const response = await ROUTES[`./${route}/route.ts`]?.GET?.(new Request(url), {
    params: Promise.resolve(params),
  });
  expect(response?.status, url.href).toBe(200);
  return response ?? new Response();
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as their readers know them
const json = async (...asked: Parameters<typeof answerOf>): Promise<any> => (await answerOf(...asked)).json();

const caller = () => createCaller({ db: bench.database, blobs: openBlobStore(folder, bench.database) });

/** What a page says of a subject; left out: nothing. Ratios as they are printed. */
interface Facts {
  newest?: string | null;
  previous?: string;
  oldest?: string;
  slowerThanPrevious?: number;
  likelyThanPrevious?: number;
  stopped?: number;
  testsWithPrevious?: number | string;
  slowerThanOldest?: number;
  fasterThanOldest?: number;
  testsWithOldest?: number | string;
  meanToOldest?: string;
  /** The newest version is marked as slower than the oldest by its mean. */
  isWorse?: boolean;
}

/** The noise of a mean is unknown: its cell is filled from ±3% on, everywhere. */
const isWorse = (mean: number) => 1 - mean >= 0.03;

type Reader = (row: NewestRow) => Promise<Facts>;

const addressOf = ({ server, workload, product }: NewestRow) => ({
  ...{ server: server.slug, workload: workload.slug, product },
});

async function home(row: NewestRow): Promise<Facts> {
  const [shown] = homeModel({ rows: [row], waiting: { joins: 0, pending: 0 } }).rows;
  const { newest, before, oldest } = shown ?? {};
  return {
    ...(newest !== undefined && { newest }),
    ...(before && {
      previous: before.version,
      slowerThanPrevious: before.slower,
      likelyThanPrevious: before.likely,
      stopped: before.stopped,
      testsWithPrevious: before.tests,
    }),
    ...(oldest && {
      oldest: oldest.version,
      slowerThanOldest: oldest.slower,
      fasterThanOldest: oldest.faster,
      testsWithOldest: oldest.tests,
      meanToOldest: oldest.mean,
      isWorse: oldest.direction === 'dn',
    }),
  };
}

/** The event whose first bad version is the newest one. */
async function events(row: NewestRow): Promise<Facts> {
  const { server, workload, product } = addressOf(row);
  const all = await json('events', { product });
  const places = all.events
    .filter(
      (event: { firstBad: string; kind: string }) =>
        event.firstBad === row.newest && event.kind === 'regression',
    )
    .flatMap((event: { places: { server: string; workload: string }[] }) => event.places)
    .filter(
      (place: { server: string; workload: string }) => place.server === server && place.workload === workload,
    );
  const [place] = places;
  if (!place) return { slowerThanPrevious: 0, stopped: 0 };
  return {
    previous: place.lastGood,
    slowerThanPrevious: place.slower,
    likelyThanPrevious: place.likely,
    stopped: place.stopped,
    testsWithPrevious: place.tests,
  };
}

/** The columns of the row's line, in release order, with their places in the heatmap. */
async function lineOf(row: NewestRow): Promise<{ slug: string; version: string; at: number }[]> {
  const { matrix } = await caller().compare.view({ server: row.server.slug, workload: row.workload.slug });
  return matrix.columns
    .map((column, at) => ({ ...column, at }))
    .filter(
      ({ product, flavour, config, line, build }) =>
        product === row.product && flavour === row.flavour && (line ?? config) === row.config && !build,
    );
}

interface CompareRow {
  test: string;
  relative: (number | null)[];
  verdicts: (string | null)[];
  certainty: (string | null)[];
}

async function comparedWith(row: NewestRow, { slug: base }: { slug: string }, at: number) {
  const { server, workload } = addressOf(row);
  const { rows } = await json('compare', { server, workload, base, cols: 'all' });
  const cells = (rows as CompareRow[]).flatMap(({ relative, verdicts, certainty }) =>
    relative[at] == null
      ? []
      : [{ ratio: relative[at], verdict: verdicts[at] ?? '', certainty: certainty[at] }],
  );
  const count = (kind: string) =>
    cells.filter(({ verdict, certainty }) => certainty === 'sure' && verdict.endsWith(kind)).length;
  const mean = Math.exp(cells.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / cells.length);
  return {
    slower: count('regression'),
    faster: count('improvement'),
    tests: cells.length,
    mean,
  };
}

async function compare(row: NewestRow): Promise<Facts> {
  const line = await lineOf(row);
  const [oldest, newest] = [line[0], line.at(-1)];
  if (!oldest || !newest || oldest === newest) return { newest: newest?.version ?? null };
  const { slower, faster, tests, mean } = await comparedWith(row, oldest, newest.at);
  return {
    ...{ newest: newest.version, oldest: oldest.version, testsWithOldest: tests },
    ...{ meanToOldest: formatRatio(mean), isWorse: isWorse(mean) },
    ...{ slowerThanOldest: slower, fasterThanOldest: faster, previous: line.at(-2)?.version ?? '' },
  };
}

/** The line of all tests in Trends. */
async function trends(row: NewestRow): Promise<Facts> {
  const { server, workload, product } = addressOf(row);
  const view = await json(
    'views/[view]',
    { product, benchmark: row.workload.benchmark, x: 'release' },
    { view: 'trends' },
  );
  const [table] = view.tables;
  const at = table?.heads.findIndex(({ key }: { key: string }) =>
    key.startsWith(`${server}@${workload}@${row.config ?? ''}@${row.flavour ?? ''}`),
  );
  if (at === undefined || at < 0) return {};
  const points = table.sections
    .flatMap(
      ({ rows }: { rows: { name: string; cells: { text: string; value: number | null }[] }[] }) => rows,
    )
    .flatMap(({ name, cells }: { name: string; cells: { text: string; value: number | null }[] }) =>
      cells[at]?.value == null ? [] : [{ name, text: cells[at].text }],
    );
  const [, said] = /is at ([\d.]+) of the base/.exec(view.sentence?.strong ?? '') ?? [];
  if (table.heads.length === 1 && points.length > 1)
    expect(said, `sentence of ${product} in Trends`).toBe(points.at(-1)?.text);
  return {
    oldest: table.heads[at].note.replace('base ', ''),
    newest: points.at(-1)?.name ?? null,
    meanToOldest: points.at(-1)?.text,
  };
}

interface Head {
  key: string;
  label: string;
  note: string;
}
interface DocumentRow {
  name: string;
  isMean: boolean;
  cells: { text: string; value: number | null }[];
}

/** The table of several servers as it opens with this one: its newest version, and the mean where its base is the oldest. */
async function servers(row: NewestRow): Promise<Facts> {
  const { server, workload, product } = addressOf(row);
  const [oldest] = await lineOf(row);
  const view = await json(
    'views/[view]',
    { product, benchmark: row.workload.benchmark, on: `${server}@${workload}` },
    { view: 'servers' },
  );
  const [table] = view.tables;
  const heads: Head[] = table?.heads ?? [];
  const at = heads.findLastIndex(
    ({ key, note }) => key.startsWith(`${server}@${workload} `) && note.startsWith('/ '),
  );
  const [head] = at < 0 ? [] : [heads[at]];
  if (!head) return {};
  const means: DocumentRow[] = table.sections
    .flatMap(({ rows }: { rows: DocumentRow[] }) => rows)
    .filter(({ isMean }: DocumentRow) => isMean);
  const isOldest = head.note === `/ ${oldest?.version}`;
  const [mean] = means.length === 1 ? means : [];
  return {
    newest: head.label.split(' ')[0] ?? '',
    ...(isOldest && mean && { meanToOldest: mean.cells[at]?.text ?? '' }),
  };
}

/** The first summary, where all tests are in one group. */
async function report(row: NewestRow): Promise<Facts> {
  const line = await lineOf(row);
  const [oldest, newest] = [line[0], line.at(-1)];
  if (!oldest || !newest || oldest === newest) return {};
  const markdown = await (
    await answerOf('report', { ...addressOf(row), base: oldest.slug, cols: `${oldest.slug},${newest.slug}` })
  ).text();
  const groups = markdown.match(/^## Relative /gm)?.length ?? 0;
  const [, mean, counted] = /geometric mean ([\d.]+)\.(?: (.*))?$/m.exec(markdown) ?? [];
  if (groups !== 1 || mean === undefined) return {};
  const number = (text: RegExp) => Number(text.exec(counted ?? '')?.[1] ?? 0);
  return {
    meanToOldest: mean,
    slowerThanOldest: number(/(\d+) of \d+ tests? (?:is|are) slower/),
  };
}

/** The title of a heatmap with one product names its versions. */
async function search(row: NewestRow): Promise<Facts> {
  const found = await json('search', { q: `${row.server.name} ${row.product}` });
  const heatmaps = found.kinds.find(({ kind }: { kind: string }) => kind === 'heatmap')?.results ?? [];
  const own = heatmaps.find(({ url }: { url: string }) =>
    url.includes(`server=${row.server.slug}&workload=${row.workload.slug}`),
  );
  const [, from, to] = new RegExp(`${row.product} (\\S+) to ([^;\\s]+)`).exec(own?.title ?? '') ?? [];
  return from === undefined || to === undefined ? {} : { oldest: from, newest: to };
}

const READERS: Readonly<Record<string, Reader>> = { home, events, compare, trends, servers, report, search };

/** Each fact that two readers state differently: `pn53 … MariaDB: newest is 12.3.1 (home), 11.4.5 (trends)`. */
async function contradictionsOf(row: NewestRow): Promise<string[]> {
  const stated = new Map<string, Map<string, string[]>>();
  for (const [name, read] of Object.entries(READERS)) {
    for (const [fact, value] of Object.entries(await read(row))) {
      if (value === undefined || value === '') continue;
      const values = stated.get(fact) ?? new Map<string, string[]>();
      stated.set(fact, values.set(String(value), [...(values.get(String(value)) ?? []), name]));
    }
  }
  const subject = Object.values(addressOf(row)).join(' ');
  return [...stated].flatMap(([fact, values]) =>
    values.size < 2
      ? []
      : [
          `${subject}: ${fact} is ${[...values].map(([value, names]) => `${value} (${names.join(', ')})`).join(', ')}`,
        ],
  );
}

it('finds no contradiction between pages and answers about one subject', async () => {
  const rows = (await caller().home.newest()).filter(({ nights }) => nights === null);
  expect(rows.length).toBeGreaterThan(4);
  const found: string[] = [];
  for (const row of rows) found.push(...(await contradictionsOf(row)));
  expect(found).toEqual([]);
});

/** Each ratio of the page of a record that its cell of the heatmap does not have. */
async function recordContradictions(slug: string): Promise<string[]> {
  const record = await getRegression(bench.database, slug);
  if (!record || record.stop || record.nights) return [];
  const where = { server: record.server.slug, workload: record.workload.slug };
  const base = record.lastGood.column;
  const { rows, columns } = await json('compare', { ...where, base, cols: 'all' });
  const { matrix } = await caller().compare.view(where);
  expect(columns).toEqual(matrix.columns.map(({ label }) => label));
  const cellOf = (test: string, column: string): number | null => {
    const at = matrix.columns.findIndex((each) => each.slug === column);
    return (rows as CompareRow[]).find((row) => row.test === test)?.relative[at] ?? null;
  };
  const { test, firstBad, ladder, neighbours, costs } = record;
  const said: { what: string; test: string; column: string; ratio: number | null }[] = [
    { what: 'number', test: test.key, column: firstBad.column, ratio: record.ratio },
    ...ladder.map(({ column, toLastGood: ratio }) => ({ what: 'ladder', test: test.key, column, ratio })),
    ...neighbours.flatMap(({ key, cells }) =>
      cells.map(({ column, ratio }) => ({ what: 'neighbours', test: key, column, ratio })),
    ),
    ...costs.map(({ column, relative }) => ({
      ...{ what: 'costs', test: test.key, column, ratio: relative.throughput ?? null },
    })),
  ];
  return said.flatMap(({ what, column, ratio, ...of }) => {
    const [own, cell] = [formatRatio(ratio), formatRatio(cellOf(of.test, column))];
    return own === cell
      ? []
      : [`${slug}: ${what} of ${of.test} in ${column} is ${own}, in the heatmap ${cell}`];
  });
}

it('finds no ratio in a record that its heatmap does not show', async () => {
  const found: string[] = [];
  let read = 0;
  for (const kind of ['regression', 'improvement']) {
    const { regressions } = await json('regressions', { kind });
    for (const { slug } of regressions) found.push(...(await recordContradictions(slug)));
    read += regressions.length;
  }
  expect(read).toBeGreaterThan(8);
  expect(found).toEqual([]);
});
