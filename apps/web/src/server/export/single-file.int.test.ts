import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verdictName } from '@basecase/analysis';
import { type BlobStore, openBlobStore } from '@basecase/db/blobs/blob-store';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as PERMALINK } from '../../app/api/v1/permalinks/[slug]/route';
import { createCaller } from '../root';

let bench: RegressionBench;
let folder: string;
let blobs: BlobStore;
let headers: Headers;
beforeAll(async () => {
  bench = await openRegressionBench();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-single-'));
  Object.assign(process.env, { DATABASE_URL: bench.database.url });
  blobs = openBlobStore(folder, bench.database);
  await bench.store(
    versionRun('16.0', { t0: [1, 1.02] }),
    versionRun('17.0', { t0: 0.8, t3: null }),
    versionRun('18.0', { t0: 0.8, t5: 1.4, t7: 0.97 }),
  );
  const { token } = await createToken(bench.database, { name: 'test', role: 'upload' });
  headers = new Headers({ authorization: `Bearer ${token}` });
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

const freeze = async (where: string) =>
  (await createCaller({ db: bench.database, blobs, headers }).permalinks.create({ path: where })).slug;

async function answerOf(slug: string, query: string): Promise<Response> {
  return PERMALINK(new Request(`http://127.0.0.1/api?${query}`), { params: Promise.resolve({ slug }) });
}

const htmlOf = async (slug: string) => (await answerOf(slug, 'format=html')).text();

interface Data {
  cells: [string, string, string][];
  bases: { name: string; groups: { rows: { test: string; cells: number[] }[] }[] }[];
}

const dataOf = (html: string): Data =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

describe('a permalink as one file', () => {
  it('has the numbers and verdicts of the permalink, against every base', async () => {
    const slug = await freeze('/compare');
    const html = await htmlOf(slug);
    expect(html).toContain(`<meta name="basecase-permalink" content="${slug}">`);
    const { cells, bases } = dataOf(html);
    expect(bases.map(({ name }) => name.split(' ')[0])).toEqual(['16.0', '17.0', '18.0']);
    const slugs = (
      await bench.database.pool.query<{ slug: string }>('SELECT slug FROM variants ORDER BY slug')
    ).rows;
    for (const [index, base] of bases.entries()) {
      const answer = await answerOf(slug, `format=json&base=${slugs[index]?.slug}`);
      const { rows } = await answer.json();
      const drawn = base.groups.flatMap((group) => group.rows);
      expect(drawn).toHaveLength(rows.length);
      for (const [place, row] of rows.entries()) {
        for (const [column, ratio] of row.relative.entries()) {
          const [text = '', , word] = cells[drawn[place]?.cells[column] ?? -1] ?? [];
          if (column === index)
            expect(Number(text.replaceAll(/\D/g, ''))).toBeCloseTo(row.absolute[column], -1);
          else if (ratio !== null) {
            expect(Number(text)).toBeCloseTo(ratio, 2);
            expect(word).toBe(verdictName(row.verdicts[column]));
          } else expect(Number.isNaN(Number(text))).toBe(true);
        }
      }
    }
  });

  it('can be made of a record, a report, servers and trends', async () => {
    const record = (await bench.list()).find(({ test }) => test.key === 't0');
    for (const where of [`/r/${record?.slug}`, '/report', '/servers', '/trends']) {
      const slug = await freeze(where);
      const response = await answerOf(slug, 'format=html');
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="basecase-${slug}.html"`,
      );
      const html = await response.text();
      expect(html).toContain('<table');
      expect(html).toContain('18.0');
      if (where.startsWith('/r/')) expect(html).toContain('For it: Larger than noise');
    }
  });

  it('stays the same when everything that it was made of is deleted', async () => {
    const slug = await freeze('/compare');
    const before = await htmlOf(slug);
    const { rows } = await bench.database.pool.query<{ id: number }>('SELECT id FROM uploads');
    await bench.remove(...rows.map(({ id }) => id));
    expect(await htmlOf(slug)).toBe(before);
    expect((await answerOf('nothing', 'format=html')).status).toBe(404);
  });
});
