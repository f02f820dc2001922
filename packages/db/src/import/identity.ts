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

/** The log that the throughput of a result was read from; null when the result has no throughput. */
export function logOf(result: NormalizedResult, sha256ByPath: ReadonlyMap<string, string>): string | null {
  const throughput = result.measurements.find(({ metric }) => metric === 'throughput');
  return throughput ? (sha256ByPath.get(throughput.file) ?? null) : null;
}

/**
 * Identity of a run: over the logs its throughput was read from. They hold times and counts down to the
 * microsecond, so two runs never share them, while the same run in another tarball, in other folders, or with more
 * or fewer side files still has them.
 *
 * A run that failed in every test has no such log; it is known by all files of its folder.
 */
export function identityOf(run: NormalizedRun, artifacts: readonly Artifact[]): string {
  const sha256ByPath = new Map(artifacts.map(({ path, sha256 }) => [path, sha256]));
  const logs = run.results.map((result) => logOf(result, sha256ByPath)).filter((log) => log !== null);
  if (logs.length > 0) return sha256Of([...new Set(logs)].sort().join('\n'));
  const folder = run.path === '' || run.path === '.' ? '' : `${run.path}/`;
  const files = artifacts
    .filter(({ path }) => path.startsWith(folder))
    .map(({ path, sha256 }) => `${path.slice(folder.length)}\0${sha256}`);
  return sha256Of(`failed\n${run.label}\n${files.sort().join('\n')}`);
}
