import { commitSearchListSchema, recordListSchema } from '@basecase/contract/record';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { nightBuild, nightRun, nightTime } from '@basecase/db/testing/nights';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as EVENT_FEED } from '../../app/api/v1/events.atom/route';
import { POST as SEARCH, GET as SEARCHES } from '../../app/api/v1/regressions/[slug]/searches/route';
import { GET as LIST } from '../../app/api/v1/regressions/route';
import { GET as FEED } from '../../app/api/v1/regressions.atom/route';
import { GET as IMAGE } from '../../app/regressions/[event]/opengraph-image/route';
import { createCaller } from '../root';
import { regressionSnapshot } from './regression-permalink';
import { parseXml, type XmlElement } from './testing/parse-xml';

const BASE = 'https://bench.example';
const ODD = `a<b>&"c'${String.fromCodePoint(7)}`;

let bench: RegressionBench;
let bearer: Headers;
let admin: Headers;

beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url, BASECASE_LOCAL: '', BASECASE_URL: BASE });
  const headersOf = async (name: string, role: 'upload' | 'admin') =>
    new Headers({ authorization: `Bearer ${(await createToken(bench.database, { name, role })).token}` });
  bearer = await headersOf('nightly', 'upload');
  admin = await headersOf('boss', 'admin');
  await bench.store(
    versionRun('16.0'),
    versionRun('17.0', { t0: 0.8, t1: 0.7 }),
    versionRun('18.0', { t0: 0.8 }),
  );
  await bench.store(
    versionRun('8.0.43', {}, { product: 'MySQL', server: ODD }),
    versionRun('9.5.0', { t0: 0.9 }, { product: 'MySQL', server: ODD }),
  );
});
afterAll(() => bench.close());

const caller = (headers?: Headers) =>
  createCaller({ db: bench.database, blobs: openBlobStore('/nowhere', bench.database), headers });
const find = async (search: string) => {
  const { regressions } = await caller().regressions.list({ search });
  const [record] = regressions;
  if (!record) throw new Error(`no record ${search}`);
  return record;
};

describe('searches of the commit over HTTP', () => {
  const at = (slug: string) =>
    [`${BASE}/api/v1/regressions/${slug}/searches`, { params: Promise.resolve({ slug }) }] as const;
  const list = async (slug: string) => {
    const [url, context] = at(slug);
    return commitSearchListSchema.strict().parse(await (await SEARCHES(new Request(url), context)).json())
      .searches;
  };
  const add = async (slug: string, change: object = {}, headers: Headers | undefined = bearer) => {
    const [url, context] = at(slug);
    const search = {
      ...{
        id: 'b1',
        found: 'first bad',
        firstBad: 'abc',
        lastGood: 'abb',
        candidates: 1,
        chance: 0.97,
        change: 0.95,
      },
      ...{ runs: 24, test: 't1', verdict: 'First bad build: abc (97%).\npassword=hunter2abc', ...change },
    };
    const init = { method: 'POST', body: JSON.stringify(search), ...(headers && { headers }) };
    return (await SEARCH(new Request(url, init), context)).status;
  };

  it('are written once, masked, shown on the record, its event and new permalinks, and change no number', async () => {
    const { slug } = await find('t0 postgresql');
    expect(await list(slug)).toEqual([]);
    const before = regressionSnapshot(await caller().regressions.get({ slug }));
    expect([await add(slug), await add(slug), await add(slug, { id: 'b2', firstBad: 'abd' })]).toEqual([
      201, 201, 201,
    ]);
    expect(await list(slug)).toMatchObject([{ id: 'b2', firstBad: 'abd', by: 'nightly' }, { id: 'b1' }]);
    const page = await caller().regressions.get({ slug });
    expect(page.search).toMatchObject({ id: 'b2' });
    expect(page.search?.verdict).not.toContain('hunter2abc');
    expect(page.history[0]).toMatchObject({
      text: 'Commit searched: First bad build: abd (97%), last good: abb.',
    });
    const { search, ...record } = regressionSnapshot(page).record;
    expect(search).toMatchObject({ firstBad: 'abd' });
    expect(record).toEqual(before.record);
    const event = await caller().events.ofRecord({ slug });
    const { searches } = await caller().events.figures({ slug: event ?? '' });
    expect(searches).toMatchObject([{ record: slug, firstBad: 'abd' }]);
  });

  it.each<[object, number]>([
    [{ id: 'x y' }, 400],
    [{ chance: 2 }, 400],
    [{ change: 0 }, 400],
    [{ verdict: '' }, 400],
    [{ more: 1 }, 400],
  ])('refuse %j', async (change, status) => {
    expect(await add((await find('t0 postgresql')).slug, change)).toBe(status);
  });

  it('need a token and a record', async () => {
    expect(await add((await find('t0 postgresql')).slug, {}, new Headers())).toBe(401);
    expect(await add('gone')).toBe(404);
  });
});

describe('the procedures of regressions', () => {
  it('are open for reading and closed for writing', async () => {
    const { slug, triageVersion } = await find('t0 postgresql');
    const change = { state: 'confirmed' as const };
    const triage = caller().regressions.triage({ slug, triageVersion, change });
    await expect(triage).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(caller().regressions.get({ slug: 'no-such' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(caller(bearer).webhooks.list()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const exclude = caller(bearer).noise.exclude({ run: '1', other: null, reason: 'because' });
    await expect(exclude).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await caller().noise.list({})).total).toBeGreaterThan(0);
  });

  it('tell the second of two editors that there was a first', async () => {
    const { slug, triageVersion } = await find('t0 postgresql');
    const edit = { slug, triageVersion, change: { state: 'confirmed' as const } };
    const { triageVersion: next } = await caller(bearer).regressions.triage(edit);
    await expect(caller(admin).regressions.triage(edit)).rejects.toMatchObject({ code: 'CONFLICT' });
    const notes = { slug, notesVersion: 1, notes: 'one' };
    expect(await caller(bearer).regressions.saveNotes(notes)).toEqual({ notesVersion: 2 });
    const late = caller(admin).regressions.saveNotes({ ...notes, notes: 'two' });
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' });
    const page = await caller().regressions.get({ slug });
    expect(page).toMatchObject({ state: 'confirmed', triageVersion: next, notes: 'one' });
    expect(page.history[0]).toMatchObject({ kind: 'notes edited', by: 'nightly' });
  });

  it('change an event by its version, refuse what was seen before, and take the change back', async () => {
    const [event] = (await caller().events.list({ product: 'MySQL' })).events;
    if (!event) throw new Error('no event');
    const edit = { events: [{ slug: event.slug, version: event.version }], change: { owner: 'mk' } };
    const { changes } = await caller(bearer).events.change(edit);
    expect(await caller(bearer).events.change(edit)).toEqual({ changes: [], conflicts: [event.slug] });
    expect(await caller().events.get({ slug: event.slug })).toMatchObject({ owner: 'mk' });
    await caller(bearer).events.undo({ id: changes[0] ?? '' });
    const page = await caller().events.get({ slug: event.slug });
    expect(page).toMatchObject({ owner: null, history: [{ by: 'nightly', undone: { by: 'nightly' } }] });
    await expect(caller().events.change(edit)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(caller().events.get({ slug: 'no-such' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('draw an event as a card, and lead from a record to it', async () => {
    const { slug } = await find('t0 postgresql');
    const event = await caller().events.ofRecord({ slug });
    const draw = (address: string) =>
      IMAGE(new Request(`${BASE}/regressions/x/opengraph-image`), {
        params: Promise.resolve({ event: address }),
      });
    const image = await draw(encodeURIComponent(event ?? ''));
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(5000);
    for (const unknown of ['no-such', '%', '%00', 'a'.repeat(3000)])
      expect((await draw(unknown)).status, unknown.slice(0, 9)).toBe(404);
  });

  it('freeze a record: its numbers stay, and newer data are noted', async () => {
    const { slug: record } = await find('t0 postgresql');
    const freeze = () => caller(bearer).permalinks.create({ path: `/r/${record}` });
    const { slug, isNew } = await freeze();
    expect(isNew).toBe(true);
    await caller(bearer).regressions.saveNotes({ slug: record, notesVersion: 2, notes: 'later' });
    expect(await freeze()).toMatchObject({ slug, isNew: false });
    // The dialog of the page sends the address as it is, with whatever a link added to it.
    const shared = { path: `/r/${record}?from=mail` };
    expect(await caller(bearer).permalinks.create(shared)).toMatchObject({ slug, isNew: false });
    const before = await caller().regressions.frozen({ slug });
    expect(before).toMatchObject({
      live: 'same',
      livePath: `/r/${record}`,
      record: { slug: record, notes: '' },
    });
    await bench.store(versionRun('18.1'));
    const after = await caller().regressions.frozen({ slug });
    expect(after.live).toBe('differs');
    expect(after.record).toEqual(before.record);
    expect((await find('t0 postgresql')).state).toBe('fixed');
    const other = caller().regressions.frozen({ slug: 'unknown' });
    await expect(other).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('make webhooks for admins, to public addresses only', async () => {
    const create = (url: string) => caller(admin).webhooks.create({ url, events: ['regression.new'] });
    const { secret, view } = await create('https://hooks.example/basecase');
    expect(secret).toMatch(/^whsec_.{40,}$/);
    expect((await caller(admin).webhooks.list()).map(({ id }) => id)).toEqual([view.id]);
    for (const url of ['http://127.0.0.1:1/', 'http://169.254.169.254/latest', 'ftp://hooks.example/']) {
      await expect(create(url)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    await caller(admin).webhooks.delete({ id: view.id });
  });
});

describe('GET /api/v1/regressions', () => {
  const list = async (query = '') => {
    const response = await LIST(new Request(`${BASE}/api/v1/regressions${query}`));
    return { status: response.status, body: await response.json() };
  };

  it('lists records with whole addresses', async () => {
    const { status, body } = await list('?product=MySQL');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 1, page: 1, pages: 1 });
    expect(body.regressions[0]).toMatchObject({
      title: 't0 is slower since MySQL 9.5.0',
      firstBad: '9.5.0',
      lastGood: '8.0.43',
      config: null,
    });
    expect(body.regressions[0].url).toMatch(/^https:\/\/bench\.example\/r\/t0-9\.5\.0-/);
  });

  it('reports the errors of a query', async () => {
    expect(await list('?sort=colour')).toMatchObject({ status: 400, body: { code: 'INPUT_INVALID' } });
    expect((await list('?page=2')).body.regressions).toEqual([]);
  });
});

const all = (element: XmlElement, name: string) => element.children.filter((child) => child.name === name);
const textOf = (element: XmlElement, name: string) => all(element, name)[0]?.text ?? '';
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const readFeed = async (get: typeof FEED, address: string) => {
  const response = await get(new Request(`${BASE}/api/v1/${address}`));
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  return parseXml(await response.text());
};

describe('GET /api/v1/regressions.atom', () => {
  const feed = (query = '') => readFeed(FEED, `regressions.atom${query}`);

  it('is a valid feed, whatever the names are', async () => {
    const root = await feed();
    expect([root.name, root.attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    // RFC 4287, 4.1.1: exactly one id, title and updated; an author, because entries have none; a link to itself.
    for (const name of ['id', 'title', 'updated']) expect(all(root, name)).toHaveLength(1);
    expect(textOf(all(root, 'author')[0] ?? root, 'name')).toBe('Basecase');
    expect(all(root, 'link').map(({ attributes }) => [attributes['rel'], attributes['href']])).toEqual([
      ['self', `${BASE}/api/v1/regressions.atom`],
      ['alternate', `${BASE}/regressions`],
    ]);
    const entries = all(root, 'entry');
    expect(entries).toHaveLength(3);
    const ids = entries.map((entry) => textOf(entry, 'id'));
    expect(new Set([...ids, textOf(root, 'id')]).size).toBe(4);
    for (const entry of entries) {
      for (const name of ['id', 'title', 'updated', 'published', 'summary'])
        expect(all(entry, name)).toHaveLength(1);
      expect(textOf(entry, 'id')).toMatch(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(textOf(entry, 'updated')).toMatch(RFC_3339);
      expect(all(entry, 'link')[0]?.attributes['href']).toMatch(/^https:\/\/bench\.example\/r\//);
    }
    expect(textOf(root, 'updated')).toBe(
      entries
        .map((entry) => textOf(entry, 'updated'))
        .sort()
        .at(-1),
    );
    const odd = entries.find((entry) => textOf(entry, 'title').includes('MySQL'));
    expect(odd && all(odd, 'category')[1]?.attributes['term']).toBe(`a<b>&"c'\ufffd`);
  });

  it('keeps the ids of entries that change', async () => {
    const idOf = (root: XmlElement, title: string) => {
      const entry = all(root, 'entry').find((each) => textOf(each, 'title').includes(title));
      return entry && textOf(entry, 'id');
    };
    const before = await feed();
    // 17.0 once more, twice and fast: t1 was a bad run.
    await bench.store(versionRun('17.0', { t0: 0.8 }, { seed: 'again' }));
    await bench.store(versionRun('17.0', { t0: 0.8 }, { seed: 'once more' }));
    const after = await feed();
    expect(idOf(after, 'Withdrawn: t1')).toBe(idOf(before, 't1'));
    expect(idOf(after, 'Withdrawn: t1')).toBeDefined();
  });

  it('is cut down to a product or a server', async () => {
    const root = await feed('?product=MySQL&server=pn53');
    expect(all(root, 'entry')).toEqual([]);
    expect(textOf(root, 'title')).toBe('Regressions of MySQL on pn53');
    expect(textOf(root, 'updated')).toMatch(RFC_3339);
    expect(all(await feed('?product=MySQL'), 'entry')).toHaveLength(1);
  });
});

describe('GET /api/v1/events.atom', () => {
  const entries = async (query = '') =>
    all(await readFeed(EVENT_FEED, `events.atom${query}`), 'entry').map((entry) => ({
      id: textOf(entry, 'id'),
      title: textOf(entry, 'title'),
      updated: textOf(entry, 'updated'),
      summary: textOf(entry, 'summary'),
      href: all(entry, 'link')[0]?.attributes['href'],
    }));
  const about = { server: 'feed', product: 'MariaDB' };
  const faster = (seed: string) => versionRun('11.4.5', { t0: 1, t1: 0.5 }, { ...about, seed });

  it('has one entry for each event, which keeps its id while tests join, leave and are closed', async () => {
    await bench.store(versionRun('10.11.6', {}, about), versionRun('11.4.5', { t0: 0.8, t1: 0.5 }, about));
    const [first, ...others] = await entries('?product=MariaDB');
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      title: expect.stringMatching(/^MariaDB 11\.4\.5 on feed: 2 of 12 tests slower, median −/),
      summary: 'Sure. Compared against 10.11.6.',
      href: `${BASE}/regressions/mariadb-11.4.5`,
      updated: expect.stringMatching(RFC_3339),
    });
    for (const seed of ['again', 'once more', 'and again']) await bench.store(faster(seed));
    const [later] = await entries('?server=feed');
    expect(later).toMatchObject({ id: first?.id, title: expect.stringContaining('1 of 12 tests slower') });
    expect(Date.parse(later?.updated ?? '')).toBeGreaterThan(Date.parse(first?.updated ?? ''));
    const { version } = await caller(admin).events.get({ slug: 'mariadb-11.4.5' });
    const events = [{ slug: 'mariadb-11.4.5', version }];
    await caller(admin).events.change({ events, change: { state: 'noise' } });
    expect((await entries('?product=MariaDB'))[0]).toMatchObject({
      id: first?.id,
      title: expect.stringMatching(/^Noise: MariaDB 11\.4\.5 on feed/),
    });
  });

  it('is a valid feed, whatever the names are', async () => {
    const root = await readFeed(EVENT_FEED, 'events.atom?product=MySQL');
    expect(textOf(root, 'title')).toBe('Regressions of MySQL');
    const [entry] = all(root, 'entry');
    expect(entry && all(entry, 'category').map(({ attributes }) => attributes['term'])).toEqual([
      'MySQL',
      `a<b>&"c'\ufffd`,
    ]);
    expect((await entries()).length).toBeGreaterThan(2);
    expect(new Set((await entries()).map(({ id }) => id)).size).toBe((await entries()).length);
  });
});

describe('records of nights', () => {
  const night = (index: number, factors: Record<string, number | null>) =>
    nightRun(index, factors, { server: 'nightly' });
  const list = async (query: string) =>
    (await LIST(new Request(`${BASE}/api/v1/regressions${query}`))).json();

  beforeAll(async () => {
    // t3 is slower, and not measured in the newest three nights.
    await bench.store(
      ...Array.from({ length: 30 }, (_, index) =>
        night(index, { t2: index < 20 ? 1 : 0.9, t3: index < 20 ? 1 : index > 26 ? null : 0.85 }),
      ),
    );
  });

  it('give over HTTP their subject, size, possible cause, and the time since which they are not measured', async () => {
    const { regressions, notMeasured } = await list('?line=19devel@master&server=nightly');
    expect(notMeasured).toBe(2);
    const [first] = regressions.filter(({ title }: { title: string }) => title.startsWith('t3 is slower'));
    const [after, upTo] = [nightBuild(19).commit, nightBuild(20).commit];
    expect(first).toMatchObject({
      title: `t3 is slower since 21 May 2026 g${upTo?.slice(0, 8)} (PostgreSQL 19devel on nightly)`,
      nights: {
        line: '19devel@master',
        judgedBy: 'series',
        sureness: 'sure',
        doubts: [],
        suspects: { after, upTo, count: 0, tied: [] },
        firstBad: { commit: upTo, branch: 'master' },
        lastMeasuredAt: nightTime(26),
        notMeasuredSince: nightTime(26),
        url: expect.stringMatching(/^https:\/\/bench\.example\/series\?server=nightly&/),
      },
    });
    expect((await list('?measured=no')).regressions).toHaveLength(2);
    // The vanished t3 has a separate record.
    const measured = (await list('?measured=yes&line=19devel@master')).regressions;
    expect(measured.map(({ stop }: { stop: object }) => stop)).toMatchObject([{ reason: 'not run' }]);
    expect(await list('?measured=perhaps')).toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('have their size in the titles of the feed, and never claim to be current', async () => {
    const response = await FEED(new Request(`${BASE}/api/v1/regressions.atom?server=nightly`));
    const text = await response.text();
    expect(text).toMatch(
      /<title>Not measured since 27 May 2026: t3 was slower since 21 May 2026 g\w{8} \(PostgreSQL 19devel on nightly\): 0\.\d+ \(0\.\d+–0\.\d+\)<\/title>/,
    );
    expect(text).toContain('Suspects: ');
    expect(text).toContain('https://github.com/postgres/postgres/compare/');
  });

  it('are frozen with their nights: what comes later changes nothing of it', async () => {
    const { slug: record } = await find('t2 nightly');
    const freeze = () => caller(bearer).permalinks.create({ path: `/r/${record}` });
    const { slug } = await freeze();
    expect(await freeze()).toMatchObject({ slug, isNew: false });
    const before = await caller().regressions.frozen({ slug });
    expect(before.live).toBe('same');
    expect(before.record.series?.view.nights).toHaveLength(30);
    expect(before.record.series?.sameNight.map(({ key }) => key)).toEqual(['t3', 't2']);
    await bench.store(night(30, { t2: 0.9 }));
    const after = await caller().regressions.frozen({ slug });
    expect(after.live).toBe('differs');
    expect(after.record).toEqual(before.record);
  });

  it('leave the links of releases as they were before there were nights', async () => {
    const page = await caller().regressions.get({ slug: (await find('t0 mysql')).slug });
    const { record } = regressionSnapshot(page);
    expect(Object.keys(record)).not.toContain('nights');
    expect(Object.keys(record)).not.toContain('series');
  });
});

describe('tests that stopped working', () => {
  it('are in the answer of regressions and on home, with one count', async () => {
    const crash = { server: 'crashes', product: 'MariaDB' };
    const run = versionRun('12.0.2', {}, crash);
    await bench.store(versionRun('11.8.3', {}, crash), {
      ...run,
      qps: { ...run.qps, t0: [null] },
      seed: 'crashed',
    });
    const response = await LIST(new Request(`${BASE}/api/v1/regressions?server=crashes`));
    const { stopped } = recordListSchema.strict().parse(await response.json());
    expect(stopped).toMatchObject([
      {
        server: 'crashes',
        product: 'MariaDB',
        count: 1,
        tests: [{ test: 't0', reason: 'failed', version: '12.0.2', lastGood: '11.8.3' }],
      },
    ]);
    expect(stopped[0]?.tests[0]?.url).toMatch(/^https:\/\/bench\.example\/compare\?/);
    const { events } = await caller().events.list({ server: 'crashes' });
    expect(events.map(({ stopped: count, firstBad }) => [count, firstBad])).toEqual([[1, '12.0.2']]);
    const home = (await caller().home.newest()).find(({ server }) => server.slug === 'crashes');
    expect(home?.before).toMatchObject({ stopped: 1, event: events[0]?.slug });
  });
});
