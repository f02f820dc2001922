import { FileReader } from '../files/file-reader';
import type { LineDoubt } from '../files/reporter';
import { DEFAULT_LIMITS, type Limits } from '../limits';
import type { Diagnostic } from '../model/diagnostic';
import type { Artifact } from '../model/run';
import type { ParsedLog } from '../parsers/parser';

export interface ParsedBytes<Log extends ParsedLog = ParsedLog> {
  artifact: Artifact;
  log: Log | null;
  diagnostics: Diagnostic[];
  doubts: readonly LineDoubt[];
}

/** Reads one file as an upload would, in chunks of a given size. The caller names the type of log it expects. */
export async function parseBytes<Log extends ParsedLog = ParsedLog>(
  path: string,
  bytes: Buffer,
  { chunkBytes = bytes.length || 1, limits = {} }: { chunkBytes?: number; limits?: Partial<Limits> } = {},
): Promise<ParsedBytes<Log>> {
  const reader = new FileReader(path, { limits: { ...DEFAULT_LIMITS, ...limits }, writer: null, hash: true });
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    // A copy, because readers reuse their buffer: what is kept must have been copied.
    const chunk = Buffer.from(bytes.subarray(at, at + chunkBytes));
    await reader.write(chunk);
    chunk.fill(0);
  }
  const { artifact, log } = await reader.end();
  return {
    artifact,
    log: log as Log | null,
    diagnostics: reader.reporter.collect(),
    doubts: reader.reporter.doubts,
  };
}
