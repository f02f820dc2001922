import { formatRatio } from '@basecase/analysis';
import type { BlobStore } from '@basecase/db/blobs/blob-store';
import type { Database } from '@basecase/db/database';
import type { NewestRow } from '@basecase/db/types';
import { compareUrl, settledState, toHeatmapData } from '@basecase/views/compare';
import { homeModel } from '@basecase/views/home';
import { heatmapLink } from '@basecase/views/link';
import { expect } from 'vitest';
import { createCaller } from '../root';

/*
 * What pages and answers say of the same subject, a product on a server with a workload, for the test that compares it.
 * A page that is added gets a reader here.
 */

/** Of the addresses in answers. */
export const BASE = 'https://bench.example';

export let stores: { db: Database; blobs: BlobStore };

/** Names the database that all readers read. */
export function readFrom(database: Database, blobs: BlobStore): void {
  stores = { db: database, blobs };
  kept.clear();
}

const kept = new Map<string, Promise<unknown>>();

/** Keeps the answers that several readers ask for: the data is the same until all have read. */
function once<T>(asked: unknown, ask: () => Promise<T>): Promise<T> {
  const key = JSON.stringify(asked);
  const answer = kept.get(key) ?? ask();
  kept.set(key, answer);
  return answer as Promise<T>;
}

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
const ROUTES = import.meta.glob<{ GET?: Handler }>('../../app/api/v1/**/route.ts', { eager: true });

export async function answerOf(
  route: string,
  query: Record<string, string>,
  params: Record<string, string> = {},
) {
  const url = new URL(`/api/v1/${route}?${new URLSearchParams(query)}`, BASE);
  const response = await ROUTES[`../../app/api/v1/${route}/route.ts`]?.GET?.(new Request(url), {
    params: Promise.resolve(params),
  });
  expect(response?.status, url.href).toBe(200);
  return response ?? new Response();
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as their readers know them
export const json = async (...asked: Parameters<typeof answerOf>): Promise<any> =>
  (await answerOf(...asked)).json();
export const jsonOnce = (...asked: Parameters<typeof answerOf>) =>
  once(['answer', ...asked], () => json(...asked));

export const caller = () => createCaller(stores);

export const newestRows = () => once('newest', () => caller().home.newest());
export const viewOf = (where: { server: string; workload: string }) =>
  once(['view', where], () => caller().compare.view(where));
export const eventOf = (slug: string) =>
  once(['event', slug], async () => ({
    view: await caller().events.get({ slug }),
    figures: await caller().events.figures({ slug }),
  }));

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
  const all = await jsonOnce('events', { product });
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
  const { matrix } = await viewOf({ server: row.server.slug, workload: row.workload.slug });
  return matrix.columns
    .map((column, at) => ({ ...column, at }))
    .filter(
      ({ product, flavour, config, line, build }) =>
        product === row.product && flavour === row.flavour && (line ?? config) === row.config && !build,
    );
}

export interface CompareRow {
  test: string;
  relative: (number | null)[];
  verdicts: (string | null)[];
  certainty: (string | null)[];
}

async function comparedWith(row: NewestRow, { slug: base }: { slug: string }, at: number) {
  const { server, workload } = addressOf(row);
  const { rows } = await jsonOnce('compare', { server, workload, base, cols: 'all' });
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
  const view = await jsonOnce(
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

/** The table of several servers as it opens with this one: the mean of the newest version, where its base is the oldest one. */
async function servers(row: NewestRow): Promise<Facts> {
  const { server, workload, product } = addressOf(row);
  const line = await lineOf(row);
  const view = await jsonOnce(
    'views/[view]',
    { product, benchmark: row.workload.benchmark, on: `${server}@${workload}` },
    { view: 'servers' },
  );
  const [table] = view.tables;
  const heads: Head[] = table?.heads ?? [];
  const at = heads.findLastIndex(
    ({ key, note, label }) =>
      key.startsWith(`${server}@${workload} `) &&
      note === `/ ${line[0]?.version}` &&
      label === line.at(-1)?.version,
  );
  const means: DocumentRow[] = (table?.sections ?? [])
    .flatMap(({ rows }: { rows: DocumentRow[] }) => rows)
    .filter(({ isMean }: DocumentRow) => isMean);
  const [mean] = means.length === 1 ? means : [];
  return at < 0 || !mean || !(await isOnlyLine(row)) ? {} : { meanToOldest: mean.cells[at]?.text ?? '' };
}

/** What a permalink of the newest version against the oldest one opens with. */
async function link(row: NewestRow): Promise<Facts> {
  const [oldest, ...later] = await lineOf(row);
  const newest = later.at(-1);
  if (!oldest || !newest) return {};
  const where = { server: row.server.slug, workload: row.workload.slug };
  const data = toHeatmapData(await viewOf(where), { noise: await caller().compare.noise(where) });
  const cols = [oldest.slug, newest.slug];
  const state = settledState(data, { ...compareUrl.defaults, ...where, base: oldest.slug, cols });
  const { sentence, more } = heatmapLink(data, state);
  const [, verb, first, number, tests, other = '0'] =
    /(is|looks) (slower|faster) than \S+ in (\d+) of (\d+) tests(?: and (?:slower|faster) in (\d+))?/.exec(
      `${sentence} ${more}`,
    ) ?? [];
  if (verb === undefined) return {};
  const [sure, also] = verb === 'is' ? [Number(number), Number(other)] : [0, 0];
  const [slower, faster] = first === 'slower' ? [sure, also] : [also, sure];
  return { slowerThanOldest: slower, fasterThanOldest: faster, ...(tests && { testsWithOldest: tests }) };
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

/** Whether the product has one line of releases there: pages that name no config mean any of several. */
async function isOnlyLine({ product, server, workload }: NewestRow): Promise<boolean> {
  const same = (await newestRows()).filter(
    (row) =>
      row.product === product && row.server.slug === server.slug && row.workload.slug === workload.slug,
  );
  return same.length === 1;
}

/** The title of a heatmap with one product names its versions. */
async function search(row: NewestRow): Promise<Facts> {
  if (!(await isOnlyLine(row))) return {};
  const found = await jsonOnce('search', { q: `${row.server.name} ${row.product}` });
  const heatmaps = found.kinds.find(({ kind }: { kind: string }) => kind === 'heatmap')?.results ?? [];
  const own = heatmaps.find(({ url }: { url: string }) =>
    url.includes(`server=${row.server.slug}&workload=${row.workload.slug}`),
  );
  const [, from, to] = new RegExp(`${row.product} (\\S+) to ([^;\\s]+)`).exec(own?.title ?? '') ?? [];
  return from === undefined || to === undefined ? {} : { oldest: from, newest: to };
}

const READERS: Readonly<Record<string, Reader>> = {
  home,
  events,
  compare,
  trends,
  servers,
  report,
  link,
  search,
};

/** Each fact that two readers state differently: `pn53 … MariaDB: newest is 12.3.1 (home), 11.4.5 (trends)`. */
export async function contradictionsOf(row: NewestRow): Promise<string[]> {
  const facts = new Map<string, Map<string, string[]>>();
  for (const [name, read] of Object.entries(READERS)) {
    for (const [fact, value] of Object.entries(await read(row))) {
      if (value === undefined || value === '') continue;
      const values = facts.get(fact) ?? new Map<string, string[]>();
      facts.set(fact, values.set(String(value), [...(values.get(String(value)) ?? []), name]));
    }
  }
  const subject = Object.values(addressOf(row)).join(' ');
  return [...facts].flatMap(([fact, values]) =>
    values.size < 2
      ? []
      : [
          `${subject}: ${fact} is ${[...values].map(([value, names]) => `${value} (${names.join(', ')})`).join(', ')}`,
        ],
  );
}
