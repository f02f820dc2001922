import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as COMPARE } from '../compare/route';
import { GET as DISCLOSURE } from './[id]/disclosure/route';
import { GET as RESULTS } from './[id]/results/route';

let bench: RegressionBench;
let first = '';
beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url });
  const [run] = await bench.storeOnly(
    versionRun('16.0'),
    versionRun('17.0', { t0: 0.8 }),
    versionRun('18.0'),
  );
  first = String(run);
});
afterAll(() => bench.close());

const results = (id: string, query = '') =>
  RESULTS(new Request(`http://127.0.0.1/api?${query}`), { params: Promise.resolve({ id }) });
const compare = (query: string) => COMPARE(new Request(`http://127.0.0.1/api?${query}`));
/** Lines of NDJSON. */
const linesOf = async (response: Response) => {
  const text = await response.text();
  return text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
};

describe('the results of a run', () => {
  it('are a file in the open format: a head, and a line for each number', async () => {
    const response = await results(first);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w.-]+\.results\.ndjson"$/,
    );
    const [head, ...numbers] = await linesOf(response);
    expect(head).toMatchObject({
      tool: 'sysbench',
      product: 'PostgreSQL',
      version: '16.0',
      machine: { name: 'pn53' },
    });
    expect(numbers).toHaveLength(12);
    expect(numbers[0]).toMatchObject({ metric: 'throughput', unit: 'queries/s', better: 'higher' });
  });

  it('are a Parquet file when that is asked for', async () => {
    const response = await results(first, 'format=parquet');
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 4)).toBe('PAR1');
  });

  it('report the errors of a request', async () => {
    const unknown = await results(first, 'format=xml');
    expect([unknown.status, await unknown.json()]).toMatchObject([
      400,
      { code: 'FORMAT_UNKNOWN', title: 'format must be one of results, parquet' },
    ]);
    expect((await results('999')).status).toBe(404);
    expect((await results('x')).status).toBe(404);
  });
});

describe('the runs of a heatmap', () => {
  const headsOf = async (query: string) =>
    (await linesOf(await compare(query))).flatMap((line) => (line.tool === undefined ? [] : line.version));

  it('are those of the columns that the view shows', async () => {
    expect(await headsOf('format=results')).toEqual(['16.0', '17.0', '18.0']);
    const { rows } = await bench.database.pool.query<{ slug: string }>(
      `SELECT slug FROM variants WHERE slug ~ '16.0|18.0' ORDER BY slug`,
    );
    const cols = rows.map(({ slug }) => slug).join();
    expect(await headsOf(`format=results&cols=${cols}`)).toEqual(['16.0', '18.0']);
  });

  it('have the tests that the filter leaves, with all of their metrics', async () => {
    const lines = await linesOf(await compare('format=results&q=t3'));
    expect(new Set(lines.flatMap(({ test }) => test ?? []))).toEqual(new Set(['t3']));
    expect(lines).toHaveLength(6);
    expect((await compare('format=parquet&q=no-such-test')).status).toBe(404);
  });

  it('refuse what the page does not understand', async () => {
    const refused = await compare('format=parquet&cols=nope');
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'PARAMETER_INVALID']);
    expect((await (await compare('format=xml')).json()).title).toBe(
      'format must be one of json, csv, tsv, md, results, parquet',
    );
  });
});

describe('the disclosure of a run', () => {
  const disclosure = (id: string) =>
    DISCLOSURE(new Request('http://127.0.0.1/api'), { params: Promise.resolve({ id }) });

  it('tells what is stored of the run, and how to record the rest', async () => {
    const card = await (await disclosure(first)).json();
    expect(card).toMatchObject({ total: 17, runs: 1 });
    const items = new Map(card.items.map((item: { id: string }) => [item.id, item]));
    expect(items.get('software')).toMatchObject({ state: 'known', value: 'PostgreSQL 16.0' });
    expect(items.get('numa')).toMatchObject({ state: 'missing', value: null, missingIn: 1 });
    expect(card.known).toBe(card.items.filter(({ state }: { state: string }) => state === 'known').length);
  });

  it('is 404 for a run that is not there', async () => {
    expect((await disclosure('999')).status).toBe(404);
    expect((await disclosure('x')).status).toBe(404);
  });
});
