import { sampleLogs } from './sample-logs';
import { tarOf, type UploadBench } from './upload-bench';

const DAY = 86_400_000;

/** The day from which nights of uploads are counted back. */
export const NIGHTS_NOW = new Date('2026-11-01T00:00:00Z');

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
