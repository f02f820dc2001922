import { getRunPage } from '../queries/get-run-page';
import { retain } from '../retention/retain';
import type { RetentionReport, RetentionRule } from '../retention/types';
import { clearTables } from './database';
import { sampleLogs } from './sample-logs';
import { openUploadBench, tarOf, type UploadBench } from './upload-bench';

const DAY = 86_400_000;

/** The day from which nights of uploads are counted back. */
export const NIGHTS_NOW = new Date('2026-11-01T00:00:00Z');

/** The rule of `NightBench.retain`: raw files of nights stay for 90 days. */
export const RAW_RULE: RetentionRule = { rawDays: 90, thinDays: null };

/** An upload bench whose uploads are nights. */
export interface NightBench extends UploadBench {
  /** Empties the database; the stored files stay. */
  clear(): Promise<void>;
  /** Looks at what `RAW_RULE` lets go on the day of `NIGHTS_NOW`, or lets it go. */
  retain(options: { isApplied: boolean }): Promise<RetentionReport>;
  /** Ids of the runs of an upload. */
  runsOf(uploadId: string): Promise<number[]>;
  /** The file of an upload whose path ends so. */
  artifactOf(uploadId: string, path: string): Promise<{ id: number; path: string }>;
  /** A cell of the first run of an upload. */
  cellOf(uploadId: string): Promise<{ server: string; workload: string; column: string; test: string }>;
}

/** Opens a bench for nights of which something goes. */
export async function openNightBench(): Promise<NightBench> {
  const bench = await openUploadBench();
  const { database, blobs } = bench;
  const runsOf = async (uploadId: string) => {
    const runs = await database.prisma.run.findMany({ where: { uploadId: Number(uploadId) } });
    return runs.map(({ id }) => Number(id));
  };
  return {
    ...bench,
    runsOf,
    async clear() {
      await clearTables(database, ['uploads', 'servers', 'products', 'benchmarks', 'permalinks']);
      await database.pool.query('UPDATE epochs SET newest = newest + 1, shared = newest + 1');
    },
    retain: ({ isApplied }) => retain(database, blobs, RAW_RULE, { isApplied, now: NIGHTS_NOW }),
    async artifactOf(uploadId, path) {
      const where = { uploadId: Number(uploadId), path: { endsWith: path } };
      const artifact = await database.prisma.artifact.findFirstOrThrow({ where });
      return { ...artifact, id: Number(artifact.id) };
    },
    async cellOf(uploadId) {
      const [id = 0] = await runsOf(uploadId);
      const { server, workload, columnSlug } = await getRunPage(database, String(id));
      return { server: server.slug, workload: workload.slug, column: columnSlug, test: 'insert_range=100' };
    },
  };
}

/** Logs, dumps and a profile of a night, by path; the config is that of every night and of `sampleLogs`. */
export function nightFiles(mark: string): Record<string, string> {
  const logs = Object.entries(sampleLogs()).map(([name, text]) => [
    name,
    name === 'conf.diff' ? text : `${text}\n# ${mark}\n`,
  ]);
  const more = {
    'sb.pgs.wal.before.insert.range100.pk1': `-[ RECORD 1 ]--+---\nwal_records | 5\n`,
    'sb.pgs.wal.insert.range100.pk1': `-[ RECORD 1 ]--+---\nwal_records | 5000\n# ${mark}\n`,
    'sb.perf.g.cycles.insert.range100.pk1.1.folded': `postgres;exec;${mark} 30\n`,
  };
  return Object.fromEntries(
    [...logs, ...Object.entries(more)].map(([name, text]) => [
      `x.pg19devel.x10a_c8r32.pk1/${name}`,
      text ?? '',
    ]),
  );
}

/** Settings that make a run a night that was measured a number of days before `NIGHTS_NOW`. */
export function nightSettings(days: number) {
  const at = new Date(NIGHTS_NOW.getTime() - days * DAY).toISOString();
  return {
    version: '19devel',
    commit: String(days).padStart(12, 'a'),
    branch: 'master',
    committedAt: at,
    startedAt: at,
  };
}

/** Sends such a night and waits until it is stored. @returns id of its upload */
export async function sendNight(bench: UploadBench, days: number): Promise<string> {
  const { uploadId } = await bench.send(await tarOf(nightFiles(`night ${days}`)), {
    settings: nightSettings(days),
  });
  await bench.workUntil(uploadId, 'stored');
  return uploadId;
}
