import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Artifact, NormalizedResult, NormalizedRun } from '@basecase/ingest/model';

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** sha256 and size of a file, read as a stream. */
export async function hashFile(path: string): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  await pipeline(
    createReadStream(path, { highWaterMark: 1 << 20 }),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        sizeBytes += chunk.length;
      }
    },
  );
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** Identity of a directory: over the sorted (path, sha256) pairs of its files, so that order does not matter. */
export function hashArtifacts(artifacts: readonly Artifact[]): { sha256: string; sizeBytes: number } {
  const lines = artifacts.map(({ path, sha256 }) => `${path}\0${sha256}\n`).sort();
  const sizeBytes = artifacts.reduce((sum, artifact) => sum + artifact.sizeBytes, 0);
  return { sha256: sha256Of(lines.join('')), sizeBytes };
}

/** Kinds of files that hold results of any number of runs, each with its own time. */
const LISTS: ReadonlySet<string> = new Set(['results-json', 'results-table']);

/** A result and the part of a file that makes it what it is: sha256, null when nothing was measured. */
export type ResultLogs = ReadonlyMap<NormalizedResult, string | null>;

/**
 * The logs that results were read from. A file with one result (sysbench's output) is its log, whatever its path: in
 * another tarball or folder it is the same. Of a file with several results of one test (a table with a column for each
 * version, fio's repeated sections), or with results of several runs, each result is a part, known by its line and its
 * run as well: two runs that have no test in common would be one run else.
 *
 * A result in a list that says when it was measured is known by that and its numbers: a list that every night is
 * appended to has the same nights in other bytes, and they were measured once.
 */
export function logsOf(runs: readonly NormalizedRun[], artifacts: readonly Artifact[]): ResultLogs {
  const sha256ByPath = new Map(artifacts.map(({ path, sha256 }) => [path, sha256]));
  const lists = new Set(artifacts.flatMap(({ path, kind }) => (LISTS.has(kind) ? [path] : [])));
  const counts = new Map<string, number>();
  const runsByFile = new Map<string, Set<NormalizedRun>>();
  const sources = runs.flatMap((run) =>
    run.results.map((result) => {
      const source =
        result.measurements.find(({ metric }) => metric === 'throughput') ?? result.measurements[0];
      const key = JSON.stringify([run.benchmark, source?.file, result.test, result.range]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const file = source?.file ?? '';
      runsByFile.set(file, (runsByFile.get(file) ?? new Set()).add(run));
      return { run, result, source, key };
    }),
  );
  const parts = sources.map(({ run, result, source, key }) => {
    const sha256 = (source && sha256ByPath.get(source.file)) ?? null;
    const isOneOf = (counts.get(key) ?? 0) > 1 || (runsByFile.get(source?.file ?? '')?.size ?? 0) > 1;
    const isPart = sha256 !== null && source && (run.isSummary || isOneOf);
    const dated = sha256 !== null && source && lists.has(source.file) ? whenAndWhat(run, result) : null;
    const part = dated ?? (isPart ? JSON.stringify([sha256, run.label, source.line]) : null);
    return { run, result, sha256, part, place: JSON.stringify([part, key]) };
  });
  const times = new Map<string, number>();
  for (const { place } of parts) times.set(place, (times.get(place) ?? 0) + 1);
  return new Map(
    parts.map(({ run, result, sha256, part, place }) => {
      if (part === null) return [result, sha256];
      if (times.get(place) === 1) return [result, sha256Of(part)];
      // JSON without line breaks has all of its results on one line.
      const { variant, workload, server } = run;
      return [result, sha256Of(JSON.stringify([part, variant, workload, server?.name, result.repeat]))];
    }),
  );
}

/**
 * Sum of when a result was measured, of what, and its numbers as they were read; null if the time is unknown. A sum,
 * because a list may have a million.
 */
function whenAndWhat(run: NormalizedRun, result: NormalizedResult): string | null {
  if (run.startedAt === null) return null;
  const { benchmark, startedAt, server, variant, workload } = run;
  const { test, range, repeat, clients, measurements } = result;
  const numbers = measurements
    .filter(({ source }) => source === 'reported')
    .map(({ metric, value, unit }) => JSON.stringify([metric, value, unit]))
    .sort();
  const measured = [benchmark, startedAt, server?.name, variant, workload];
  return sha256Of(JSON.stringify([...measured, test, range, repeat, clients, numbers]));
}

/**
 * Identity of a run: over the logs its results were read from. They hold times and counts down to the microsecond, so
 * two runs never share them, while the same run in another tarball, in other folders, or with more or fewer side files
 * still has them.
 *
 * A run in which nothing was measured has no such log; it is known by all files of its folder.
 */
export function identityOf(
  run: NormalizedRun,
  artifacts: readonly Artifact[],
  resultLogs: ResultLogs,
): string {
  const logs = run.results.map((result) => resultLogs.get(result) ?? null).filter((log) => log !== null);
  if (logs.length > 0) return sha256Of([...new Set(logs)].sort().join('\n'));
  const folder = run.path === '' || run.path === '.' ? '' : `${run.path}/`;
  const files = artifacts
    .filter(({ path }) => path.startsWith(folder))
    .map(({ path, sha256 }) => `${path.slice(folder.length)}\0${sha256}`);
  return sha256Of(`failed\n${run.label}\n${files.sort().join('\n')}`);
}
