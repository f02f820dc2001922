import { availableParallelism } from 'node:os';
import path from 'node:path';
import { benchCli } from './cli/bench-cli';
import { makeRuns } from './cli/make-runs';
import { benchCompareQuery } from './compare-query';
import { benchCorpus } from './corpus';
import { benchIngest } from './ingest';
import { benchLayouts } from './layouts';
import { benchImports, benchLists } from './lists/bench-lists';
import { benchManyTests } from './lists/bench-many-tests';
import { seedLists } from './lists/seed-lists';
import { benchLoad } from './load/load';
import { type BenchRow, shell, withDatabase } from './measure';
import { benchMemory } from './memory';
import { benchNights } from './nights/bench-nights';
import { benchPage } from './page';
import { benchPageData } from './page-data';
import { benchPages } from './pages';
import { benchParse } from './parse';
import { benchPeer } from './peer/bench-peer';
import { print } from './performance-table';
import { benchPgbenchLog } from './pgbench-log';
import { benchRegressions } from './regressions';
import { benchRelease } from './release/bench-release';
import { benchSearch } from './search';
import { LARGE, newDatabase, seeded } from './seeded';
import { benchSideBySide } from './side-by-side';
import { benchVerdicts } from './verdicts';
import { benchWorkers } from './workers/bench-workers';

/** Run directories of about 90 MB, as two versions of one published campaign are. */
const VERSIONS = ['pg174', 'pg180'];
const SAMPLES_PER_TEST = 340;

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: this is started by \`npm run bench\``);
  return value;
}

const serverUrl = required('BENCH_SERVER_URL');
const scratch = required('BENCH_SCRATCH');
console.log(`\n${availableParallelism()} cores, Node ${process.version}\n`);
console.log('| what | aim | reached | met |\n| --- | --- | --- | --- |');
const blobs = path.join(scratch, 'blobs-0');
const makeLarge = () => seeded(serverUrl, 'bench_large', LARGE);
const workers = (databaseUrl: string) => benchWorkers({ databaseUrl, scratch });

async function nights(): Promise<BenchRow[]> {
  return benchNights({
    databaseUrl: await newDatabase(serverUrl, 'bench_nights'),
    blobs: path.join(scratch, 'blobs-nights'),
    chromium: required('CHROMIUM_PATH'),
    scratch,
  });
}

async function makeLists(): Promise<string> {
  const url = await newDatabase(serverUrl, 'bench_lists');
  await withDatabase(url, ({ pool }) => seedLists(pool));
  return url;
}

async function lists(): Promise<BenchRow[]> {
  const url = await makeLists();
  return [...(await benchLists(url)), ...(await benchImports(url)), ...(await workers(url))];
}

/** How fast pages are, against a peer in the same run. @param large database with 10,000 runs */
async function pages(large: string): Promise<void> {
  const chromium = required('CHROMIUM_PATH');
  const app = (databaseUrl: string) => ({ databaseUrl, blobs, chromium });
  const { peer, rows } = await benchPeer(chromium);
  print(rows);
  const heatmap = await seeded(serverUrl, 'bench_page', { servers: 1, workloads: 1, variants: 60 });
  print(await benchPage(app(heatmap), peer));
  print(await benchPages(app(large), peer));
  await manyTests();
  const servers = await seeded(serverUrl, 'bench_servers', { servers: 3, workloads: 1, variants: 60 });
  print(await benchSideBySide(app(servers), peer));
}

/** A heatmap of 5,000 tests against one of 500. */
async function manyTests(): Promise<void> {
  const chromium = required('CHROMIUM_PATH');
  const app = async (tests: number) => ({
    databaseUrl: await seeded(serverUrl, `bench_tests_${tests}`, {
      servers: 1,
      workloads: 1,
      variants: 4,
      tests,
    }),
    blobs,
    chromium,
  });
  print(await benchManyTests({ few: await app(500), many: await app(5000) }));
}

/** What `--only` names; `cli` is the beginning of the whole. */
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  load: async () => print(await benchLoad({ databaseUrl: await makeLarge(), blobs })),
  search: async () => print([await benchSearch(await makeLarge())]),
  nights: async () => print(await nights()),
  release: async () => print(await benchRelease()),
  workers: async () => print(await workers(await makeLists())),
  lists: async () => print(await lists()),
  pages: async () => pages(await makeLarge()),
  tests: manyTests,
};
const only = process.env['BENCH_ONLY'] ?? '';
if (PARTS[only]) {
  await PARTS[only]();
  process.exit(0);
}
const made = await makeRuns(scratch, { versions: VERSIONS, seconds: SAMPLES_PER_TEST });
const tarball = path.join(scratch, 'runs.tar.gz');
await shell(`cd '${scratch}' && tar czf runs.tar.gz x.*`);
const runs = { directories: made.directories, tarball, megabytes: made.bytes / 1e6 };

print(await benchCli(runs));
if (only === 'cli') process.exit(0);
print(await benchParse(runs));
print(await benchCorpus(scratch));
print(await benchMemory(scratch));
print(await benchPgbenchLog(scratch));
print(await benchVerdicts());
print(await benchLayouts());
print(
  await benchIngest({
    tarball,
    databaseUrl: (index) => newDatabase(serverUrl, `bench_ingest_${index}`),
    blobs: (index) => path.join(scratch, `blobs-${index}`),
  }),
);
const large = await makeLarge();
const small = await seeded(serverUrl, 'bench_small', { servers: 1, workloads: 1, variants: 10 });
print(await benchCompareQuery({ small, large }));
print([await benchPageData(large)]);
print([await benchSearch(large)]);
await pages(large);
print(await nights());
print(await lists());
print(await benchLoad({ databaseUrl: large, blobs }));
// Last: it adds to the large database.
print(await benchRegressions(large));
