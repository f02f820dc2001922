import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ParsedUpload } from '@basecase/ingest/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { getUploadQuestion } from '../queries/uploads/open-questions';
import { listRows, type Queries } from '../rows';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { describeUpload, makeUpload } from '../testing/parsed-upload';
import { versionRun } from '../testing/regression-bench';
import { tarOf } from '../testing/upload-bench';
import { importParsed } from './import-parsed';
import { ingestPath, UndecidedError } from './ingest-path';
import { keepApartFromStored } from './keep-apart-from-stored';

let database: TestDatabase;
let folder: string;
let blobs: ReturnType<typeof openBlobStore>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-cells-'));
  blobs = openBlobStore(path.join(folder, 'blobs'), database);
});
afterAll(async () => {
  await database.drop();
  const own = [folder, ...Array.from({ length: sent }, (_, index) => `${folder}-${index + 1}`)];
  for (const each of own) await rm(each, { recursive: true, force: true });
});

let tps = 1000;

/** Each log is another measurement. */
function pgbenchLog(clients = 8, command = ''): string {
  tps += 7;
  return `${command}transaction type: <builtin: TPC-B (sort of)>
scaling factor: 10
query mode: simple
number of clients: ${clients}
number of threads: 8
duration: 60 s
number of transactions actually processed: ${tps * 60}
latency average = ${(8000 / tps).toFixed(3)} ms
tps = ${tps}.000000 (excluding connections establishing)
`;
}

let sent = 0;

/** Sends a directory, or a tarball of it, with one of the paths of an archive as its root. */
async function send(
  server: string,
  root: string,
  files: Record<string, string>,
  options: {
    asTar?: boolean;
    /** Directories above it. */
    above?: string;
    unknown?: string;
    layout?: string;
    onQuestions?: () => Promise<null>;
  } = {},
) {
  const { asTar = false, above: _, onQuestions, ...set } = options;
  sent += 1;
  // Nothing is read of a directory for temporary files.
  const above = path.join(`${folder}-${sent}`, options.above ?? '');
  await mkdir(above, { recursive: true });
  if (asTar) {
    const inside = Object.fromEntries(Object.entries(files).map(([file, log]) => [`${root}/${file}`, log]));
    await writeFile(path.join(above, `${root}.tar`), await tarOf(inside));
  }
  for (const [file, log] of asTar ? [] : Object.entries(files)) {
    await mkdir(path.dirname(path.join(above, root, file)), { recursive: true });
    await writeFile(path.join(above, root, file), log);
  }
  const input = path.join(above, asTar ? `${root}.tar` : root);
  return ingestPath({ database, blobs }, input, { server, set, ...(onQuestions && { onQuestions }) });
}

/** Number of results of each cell of a server, by config. */
async function cellsOf(server: string): Promise<Record<string, number>> {
  const rows = await listRows<{ name: string; count: number }>(
    database.pool,
    `SELECT coalesce(configs.name, '-') || ' at ' || coalesce(workloads.clients, 0)
       || CASE WHEN versions.known THEN '' ELSE ' of ' || versions.name END AS name, count(*)::int
     FROM runs JOIN servers ON servers.id = server_id JOIN variants ON variants.id = variant_id JOIN versions ON versions.id = version_id
     LEFT JOIN configs ON configs.id = config_id JOIN workloads ON workloads.id = workload_id
     JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id
     WHERE servers.name = $1 GROUP BY 1 ORDER BY 1`,
    [server],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const asked = ({ diagnostics }: Awaited<ReturnType<typeof send>>) =>
  diagnostics.filter(({ code }) => code === 'IDENTITY_UNKNOWN').map(({ message }) => message);

/** Directories of an archive that are different experiments. */
const SCHEMES: [string[], string][] = [
  [['debian12', 'ubuntu-22.04'], 'pg16.4/c8.log'],
  [['ubuntu-22.04', 'debian12', 'rocky9'], 'postgres17/pgbench.txt'],
  [['tuned', 'stock'], 'c8.log'],
  [['glibc', 'musl', 'glibc-2.39'], 'pg17.1.log'],
  [['old_compiler', 'new_compiler'], 'postgresql-16.2/8.txt'],
  [['2', '3'], 'pg16/out.txt'],
  [['set-8', 'set-9'], 'pg16/out.txt'],
  [['Wlan', 'LAN'], 'pg16/8 clients/tps.txt'],
  [['with-thp', 'no-thp'], 'pg16/c8.log'],
  [['results-Anna', 'results-Ben'], 'pg16/c8.log'],
  [['vm', 'bare_metal', 'container'], 'pg16.3/c8/a.log'],
  [['before the fix', 'after the fix'], 'pg17/c8.log'],
  [['sweep1', 'sweep2'], 'pg17/c8.log'],
  [['4k', '8k', '16k'], 'pg17/c8.log'],
  [['x', 'x-tuned'], 'pg17/c8.log'],
  [['x-tuned', 'x'], 'pg17/c8.log'],
];

describe('directories of an archive that are sent one by one', () => {
  it('may have paths that are longer than the excerpt of a line', async () => {
    const long = 'measured-by-the-long-name-of-a-team/'.repeat(3);
    const files = () => ({ [`${long}pg16.4/c8.log`]: pgbenchLog() });
    await send('long paths', 'debian12', files());
    const again = await send('long paths', 'ubuntu-22.04', files());
    expect(asked(again)).toHaveLength(1);
    expect(Object.values(await cellsOf('long paths'))).toEqual([1, 1]);
  });

  it.each(SCHEMES)('stay as separate as in the archive: %s', async (roots, file) => {
    const name = `${roots.join('|')} ${file}`;
    const logs = roots.map(() => pgbenchLog());
    const archive = Object.fromEntries(roots.map((root, index) => [`${root}/${file}`, logs[index] ?? '']));
    await send(`${name} whole`, 'archive', archive);
    const whole = await cellsOf(`${name} whole`);
    expect(Object.values(whole)).toEqual(roots.map(() => 1));
    for (const asTar of [false, true]) {
      for (const order of [roots, roots.toReversed()]) {
        const server = `${name} ${asTar} ${order}`;
        const reports = [];
        // The same bytes would be the same run.
        for (const root of order) reports.push(await send(server, root, { [file]: pgbenchLog() }, { asTar }));
        expect(Object.values(await cellsOf(server)), server).toEqual(roots.map(() => 1));
        // A size is a setting, and a version that nothing names is called after the upload.
        const isNamed = /^\d+k$/.test(roots[0] ?? '') || file === 'c8.log';
        expect(
          reports.map((report) => asked(report).length),
          server,
        ).toEqual(roots.map((_, index) => (index > 0 && !isNamed ? 1 : 0)));
      }
    }
  });
});

describe('a second upload for a cell', () => {
  const FILE = 'pg16.4/c8.log';

  it.each([
    ['numbers of runs', 'run1', 'run2', ''],
    ['dates', '2026-01-02', '2026-01-03', ''],
    ['dates in one name', 'debian12-20260102', 'debian12-20260103', ''],
    ['command lines', 'debian12', 'debian12', 'pgbench -c 8 -j 8 -T 60 bench\n'],
  ])('is a repeat where %s speak for it', async (evidence, first, second, command) => {
    const log = () => pgbenchLog(8, command);
    await send(evidence, first, { [FILE]: log() });
    expect(asked(await send(evidence, second, { [FILE]: log() }))).toEqual([]);
    expect(Object.values(await cellsOf(evidence))).toEqual([2]);
  });

  it('is not a repeat if both have the same numbers of runs', async () => {
    const files = () => ({ 'pg16/run1/c8.log': pgbenchLog(), 'pg16/run2/c8.log': pgbenchLog() });
    await send('numbers', 'results', files());
    expect(asked(await send('numbers', 'results', files()))).toHaveLength(1);
    expect(Object.values(await cellsOf('numbers'))).toEqual([2, 2]);
  });

  it('is asked about on its page with a pattern for the name of the upload', async () => {
    await send('page', 'debian12', { [FILE]: pgbenchLog() });
    const { uploadId } = await send('page', 'rocky', { [FILE]: pgbenchLog() });
    expect(await getUploadQuestion(database, uploadId)).toMatchObject({
      text: expect.stringContaining('Stored: debian12/pg16.4/c8.log. This upload is kept apart as "rocky".'),
      patterns: expect.arrayContaining([expect.stringMatching(/^\{(config|_)\}\//)]),
    });
  });

  it('is asked about where its name is the same and nothing speaks for a repeat', async () => {
    await send('same', 'results', { [FILE]: pgbenchLog() });
    const report = await send('same', 'results', { [FILE]: pgbenchLog() });
    expect(asked(report)).toEqual([
      expect.stringContaining('2 experiments share this cell. What distinguishes them?'),
    ]);
    expect(Object.keys(await cellsOf('same'))).toEqual([
      '- at 8',
      expect.stringMatching(/^upload [0-9a-f]{6} at 8$/),
    ]);
  });

  it('is not a repeat below directories with other names, whatever its command line', async () => {
    const log = () => ({ 'c8.log': pgbenchLog(8, 'pgbench -c 8 -j 8 -T 60 bench\n') });
    const places = ['lab/BP25/pg16.4', 'lab/BP100/pg16.4', 'lab/BP25/pg16.4'];
    for (const above of places) await send('above', 'run1', log(), { above });
    expect(await cellsOf('above')).toEqual({ 'buffer_pool=25 at 8': 2, 'buffer_pool=100 at 8': 1 });
    const asked = await send('words', 'pg16.4', log(), { above: 'lab/tuned' });
    expect(asked.diagnostics.map(({ code }) => code)).not.toContain('IDENTITY_UNKNOWN');
    await send('words', 'pg16.4', log(), { above: 'lab/stock' });
    await send('words', 'pg16.4', log(), { above: 'lab/Tuned' });
    expect(await cellsOf('words')).toEqual({ '- at 8': 1, 'stock at 8': 1, 'Tuned at 8': 1 });
    // Of a tarball nothing is known above.
    await send('packed', 'pg16.4', log(), { above: 'lab/tuned', asTar: true });
    await send('packed', 'pg16.4', log(), { above: 'lab/stock', asTar: true });
    expect(await cellsOf('packed')).toEqual({ '- at 8': 2 });
  });

  it('is not stored by a sender who does not answer, and joins where the sender declares repeats', async () => {
    await send('answered', 'alpha', { [FILE]: pgbenchLog() });
    const log = pgbenchLog();
    const silent = send('answered', 'beta', { [FILE]: log }, { onQuestions: async () => null });
    await expect(silent).rejects.toThrow(UndecidedError);
    await send('answered', 'beta', { [FILE]: log }, { unknown: 'repeats' });
    expect(Object.values(await cellsOf('answered'))).toEqual([2]);
  });

  it('is named by a layout with the name of the upload in it', async () => {
    await send('layout', 'alpha', { [FILE]: pgbenchLog() });
    const layout = '{config.disk}/{product}{version}/c{clients}.log';
    const report = await send('layout', 'beta', { [FILE]: pgbenchLog() }, { layout });
    expect(asked(report)).toEqual([]);
    expect(Object.keys(await cellsOf('layout'))).toEqual(['- at 8', 'disk=beta at 8']);
  });

  it('joins the column with its name and never the curve of another one', async () => {
    await send('curve', 'debian12', { 'pg16/c8.log': pgbenchLog(8) });
    await send('curve', 'rocky9', { 'pg16/c16.log': pgbenchLog(16) });
    await send('curve', 'rocky9', { 'pg16/c32.log': pgbenchLog(32) });
    await send('curve', 'debian12', { 'pg16/c64.log': pgbenchLog(64) });
    const cells = Object.keys(await cellsOf('curve'));
    expect(cells).toEqual(['- at 64', '- at 8', 'rocky9 at 16', 'rocky9 at 32']);
  });
});

describe('runs of one upload', () => {
  /** Runs of as many configs, without a date. */
  const uploadOf = (count: number, factor: number) =>
    makeUpload(
      ...Array.from({ length: count }, (_, index) => ({
        ...versionRun('16.0', { t0: factor }, { config: `set${index}`, server: 'many' }),
        label: `run ${index} of ${factor}`,
        seed: `${index} ${factor}`,
      })),
    );

  it('are compared with what is stored in as many statements as one run is', async () => {
    await importParsed(database, {
      upload: describeUpload('stored'),
      parsed: uploadOf(200, 1),
      configTexts: new Map(),
    });
    const read = async (parsed: ParsedUpload) => {
      let statements = 0;
      const query = (...args: Parameters<typeof database.pool.query>) => {
        statements += 1;
        return database.pool.query(...args);
      };
      const upload = { server: null, settings: {}, sha256: 'f'.repeat(64) };
      const { runs, questions } = await keepApartFromStored({ query } as Queries, parsed, upload);
      return { statements, configs: runs.map(({ variant }) => variant.config), asked: questions.length };
    };
    const many = uploadOf(200, 2);
    const all = await read(many);
    const [first] = many.runs;
    const one = await read({ ...many, runs: first ? [first] : [] });
    expect(all.statements).toBe(one.statements);
    expect(all.configs).toHaveLength(200);
    expect(all.configs.every((config, index) => config !== `set${index}`)).toBe(true);
    expect(all.configs[0]).toBe(one.configs[0]);
    expect(one.asked).toBe(1);
    expect(await read({ ...many, runs: [] })).toEqual({ statements: 0, configs: [], asked: 0 });
  });
});
