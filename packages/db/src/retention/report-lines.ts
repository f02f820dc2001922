import { nightLineName } from '@basecase/analysis';
import type { Pool } from 'pg';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../queries/views';
import { linesOf, type NightsOfLine } from './list-nights';
import type { FilesFate, LineFates, MarkedNights } from './night-fates';
import type { KeptCounts, KeptReason, RetentionLine, RetentionPart } from './types';

/** What became of nights by line, and of files by upload; empty by a rule that has no such part. */
export interface Fates {
  lines: readonly LineFates[];
  files: ReadonlyMap<number, FilesFate>;
}

/** The lines that the rule reaches, by server, line and workload. */
export async function reportLines(
  pool: Pool,
  { nights, uploads }: MarkedNights,
  { lines, files }: Fates,
): Promise<RetentionLine[]> {
  const names = await readNames(pool, nights);
  const thinned = new Map(lines.map((line) => [line.key, line]));
  const reported = linesOf(nights).flatMap((line): RetentionLine[] => {
    const [first] = line.nights;
    if (!first) return [];
    const own = [...new Set(line.nights.flatMap((night) => night.uploads))];
    const fates = thinned.get(line.key);
    const filesPart = toPart(
      own.flatMap((id) => {
        const [fate, upload] = [files.get(id) ?? null, uploads.get(id)];
        return fate === null || !upload ? [] : [{ fate, at: upload.filesSince }];
      }),
    );
    const nightsPart = toPart(
      (fates?.nights ?? []).flatMap(({ measuredAt }, index) => {
        const fate = fates?.fates[index] ?? 'young';
        return fate === 'young' ? [] : [{ fate, at: measuredAt }];
      }),
    );
    if (isEmpty(filesPart) && isEmpty(nightsPart)) return [];
    const { server = '', workload = '' } = names.get(`${first.serverId} ${first.workloadId}`) ?? {};
    const total = fates?.nights.length ?? line.nights.length;
    return [{ server, line: lineText(line), workload, total, files: filesPart, nights: nightsPart }];
  });
  return reported.sort(
    (a, b) => compare(a.server, b.server) || compare(a.line, b.line) || compare(a.workload, b.workload),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** `PostgreSQL 19devel@master, rel, x10a_c8r32` */
function lineText({ nights, branch }: NightsOfLine): string {
  const [first] = nights;
  if (!first) return '';
  const { product, version, flavour, config } = first;
  return [`${product} ${nightLineName({ version, branch })}`, flavour, config]
    .filter((part) => part !== null)
    .join(', ');
}

function toPart(fated: readonly { fate: 'goes' | KeptReason; at: Date }[]): RetentionPart {
  const kept: KeptCounts = {};
  const times: number[] = [];
  for (const { fate, at } of fated) {
    if (fate === 'goes') times.push(at.getTime());
    else kept[fate] = (kept[fate] ?? 0) + 1;
  }
  times.sort((a, b) => a - b);
  const iso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  return { count: times.length, oldest: iso(times[0]), newest: iso(times.at(-1)), kept };
}

function isEmpty({ count, kept }: RetentionPart): boolean {
  return count === 0 && Object.keys(kept).length === 0;
}

/** Names of servers and workloads, by their ids. */
async function readNames(
  pool: Pool,
  nights: MarkedNights['nights'],
): Promise<Map<string, { server: string; workload: string }>> {
  const ids = (of: 'serverId' | 'workloadId') => [...new Set(nights.map((night) => night[of]))];
  const { rows } = await pool.query<HeatmapRow & { serverId: number; workloadId: number }>(
    `SELECT servers.id AS "serverId", workloads.id AS "workloadId", ${HEATMAP_COLUMNS}
     FROM servers, workloads WHERE servers.id = ANY ($1) AND workloads.id = ANY ($2)`,
    [ids('serverId'), ids('workloadId')],
  );
  return new Map(
    rows.map(({ serverId, workloadId, ...row }) => {
      const { server, workload } = toHeatmapViews(row, []);
      return [`${serverId} ${workloadId}`, { server: server.name, workload: workload.label }];
    }),
  );
}
