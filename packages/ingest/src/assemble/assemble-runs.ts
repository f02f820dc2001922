import path from 'node:path';
import { diagnostic } from '../files/reporter';
import { MAX_RESULTS } from '../limits';
import type { Manifest } from '../manifest/manifest';
import type { ManifestLog } from '../manifest/manifest-parser';
import { benchmarkNamed, isBenchmarkId } from '../model/benchmark';
import type { Diagnostic } from '../model/diagnostic';
import type { NormalizedRun } from '../model/run';
import type { StorageLog } from '../parsers/context/storage/storage-log';
import {
  type AssembleContext,
  type FormatFamily,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../parsers/family';
import { FAMILIES } from '../parsers/registry';
import { withoutJobLogs } from './job-logs';
import { joinParts } from './join-parts';
import { findManifest } from './manifests';
import { noteUnknown } from './note-unknown';
import { kernelsOf } from './run-facts';
import { settleCounts } from './settle-counts';
import { settleNumbers } from './settle-numbers';
import { byDirectory, storageFor } from './storage-for';
import { dropSuperseded } from './summaries';

export interface AssembleOptions {
  /** Label of a run whose files are at the top of the upload. */
  rootLabel: string;
  device: string | undefined;
}

/**
 * Joins parsed logs into runs: each family makes parts of its logs, numbers of summary tables give way to raw logs of
 * the same test, and parts that are equal but for their directory become one run with repeats.
 */
export function assembleRuns(
  read: readonly LocatedLog[],
  options: AssembleOptions,
  families: readonly FormatFamily[] = FAMILIES,
): { runs: NormalizedRun[]; diagnostics: Diagnostic[] } {
  const { logs, diagnostics } = withoutJobLogs(read);
  const manifests = collectManifests(logs);
  const claimed = new Set<LocatedLog>();
  const storage = byDirectory(logsOfType<StorageLog>(logs, 'storage'));
  let room = MAX_RESULTS;
  const context: AssembleContext = {
    rootLabel: options.rootLabel,
    benchmarkNamed,
    isRegistered: (name) => isBenchmarkId(benchmarkNamed(name)),
    claim: (log) => claimed.add(log),
    note: (code, file, message, at = null) => {
      const { line = null, ...severity } = typeof at === 'number' ? { line: at } : (at ?? {});
      diagnostics.push({ ...diagnostic(code, message, { file, line }), ...severity });
    },
    roomForResults: (wanted) => {
      const granted = Math.min(wanted, room);
      room -= granted;
      return granted;
    },
    cores: (directory) => findManifest(manifests, directory)?.server?.cores ?? null,
    table: (directory) => findManifest(manifests, directory)?.table ?? null,
    wantedDevice: (directory) => {
      if (options.device !== undefined) return { name: options.device, by: 'as asked for' };
      const name = findManifest(manifests, directory)?.device;
      return name === undefined ? null : { name, by: 'as basecase.json says' };
    },
    storage: (directory) => storageFor(storage, directory),
  };
  const parts: RunPart[] = [];
  for (const { assembler } of families) {
    if (!assembler) continue;
    const unclaimed = logs.filter((log) => !claimed.has(log));
    parts.push(...assembler.assemble(unclaimed, context));
  }
  const settled = settleNumbers(settleCounts(parts, context), logs, context);
  const runs = joinParts(dropSuperseded(settled, context), manifests, kernelsOf(logs));
  noteUnknown(runs, context);
  return { runs, diagnostics };
}

function collectManifests(logs: readonly LocatedLog[]): Map<string, Manifest> {
  const manifests = new Map<string, Manifest>();
  for (const { path: filePath, log } of logs) {
    if (isManifestLog(log)) manifests.set(path.posix.dirname(filePath), log.manifest);
  }
  return manifests;
}

function isManifestLog(log: LocatedLog['log']): log is ManifestLog {
  return log.type === 'manifest';
}
