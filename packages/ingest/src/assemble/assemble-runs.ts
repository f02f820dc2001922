import path from 'node:path';
import { parseRunDirectory } from '../layout/run-directory';
import type { Manifest } from '../manifest/manifest';
import type { Diagnostic } from '../model/diagnostic';
import type { NormalizedRun, Variant } from '../model/run';
import { compareTests, testInfo } from '../model/test';
import type { ParsedLog } from '../parsers/parser';
import { Assembly } from './assembly';
import { buildResult, type ResultDraft } from './build-result';
import { chooseDevice } from './chosen-device';
import { findManifest, withManifest } from './manifests';
import { splitByClients } from './split-by-clients';
import { type DirectoryFiles, groupByTest, naturalOrder, testKey } from './test-files';

export interface AssembleOptions {
  /** Label of a run whose files are at the top of the upload. */
  rootLabel: string;
  device: string | undefined;
}

/** Drafts of one directory and concurrency: part of a run, because repeats have a directory each. */
interface RunPart {
  label: string;
  directory: string;
  manifest: Manifest | null;
  clients: number | null;
  drafts: ResultDraft[];
}

/**
 * Joins parsed logs into runs. Directories of one name are one run with repeats, in natural order of their paths,
 * as long as the workload is the same; several concurrencies in one directory are several runs.
 */
export function assembleRuns(
  logs: readonly { path: string; log: ParsedLog }[],
  options: AssembleOptions,
): { runs: NormalizedRun[]; diagnostics: Diagnostic[] } {
  const assembly = new Assembly(options.device);
  const manifests = new Map<string, Manifest>();
  for (const { path: filePath, log } of logs) {
    if (log.type === 'manifest') manifests.set(path.posix.dirname(filePath), log.manifest);
  }
  const groups = new Map<string, RunPart[]>();
  for (const directory of groupByTest(logs, assembly)) {
    for (const part of toParts(directory, { options, manifests, assembly })) {
      const key = JSON.stringify([part.label, part.clients, ...workloadSize(part.drafts)]);
      groups.set(key, [...(groups.get(key) ?? []), part]);
    }
  }
  const runs = [...groups.values()].map((parts) => buildRun(parts));
  runs.sort((a, b) => naturalOrder(a.path, b.path) || (a.workload.clients ?? 0) - (b.workload.clients ?? 0));
  noteUnknown(runs, assembly);
  return { runs, diagnostics: assembly.diagnostics };
}

function toParts(
  files: DirectoryFiles,
  {
    options,
    manifests,
    assembly,
  }: { options: AssembleOptions; manifests: ReadonlyMap<string, Manifest>; assembly: Assembly },
): RunPart[] {
  if (files.tests.length === 0) return [];
  const label = files.directory === '.' ? options.rootLabel : path.posix.basename(files.directory);
  const manifest = findManifest(manifests, files.directory);
  const iostatLogs = files.tests.flatMap(({ iostat }) => (iostat ? [iostat.log] : []));
  const device = chooseDevice(iostatLogs, assembly.device);
  if (device && device.candidates.length > 1 && assembly.device === undefined) {
    const names = device.candidates.join(', ');
    assembly.note('DEVICE_CHOSEN', files.directory, `${device.name} of ${names}: ${device.reason}`);
  }
  const drafts = files.tests.map((test) =>
    buildResult(test, {
      assembly,
      device: device?.name ?? null,
      cores: manifest?.server?.cores ?? null,
      qps: files.qps.get(testKey(test.test, test.range)),
    }),
  );
  return splitByClients(drafts).map((part) => ({ ...part, label, directory: files.directory, manifest }));
}

/** Tables and rows of the measured tests; of warm-ups when there is nothing else. */
function workloadSize(drafts: readonly ResultDraft[]): readonly [tables: number | null, rows: number | null] {
  const known = drafts.filter(({ tables, tableSize }) => tables !== null || tableSize !== null);
  const draft = known.find(({ warmup }) => !warmup) ?? known[0];
  return [draft?.tables ?? null, draft?.tableSize ?? null];
}

function buildRun(parts: readonly RunPart[]): NormalizedRun {
  const [first] = parts;
  if (!first) throw new Error('a run has at least one part');
  const drafts = parts.flatMap((part) => part.drafts);
  const named = parseRunDirectory(first.label);
  const [tables, rowsPerTable] = workloadSize(drafts);
  const run: NormalizedRun = {
    label: first.label,
    path: first.directory,
    benchmark: 'sysbench',
    variant: named.variant,
    workload: {
      tables,
      rowsPerTable,
      clients: first.clients,
      primaryKey: named.primaryKey ?? firstKnown(drafts, (draft) => draft.primaryKey),
      cached: null,
      label: null,
    },
    server: null,
    cores: firstKnown(drafts, (draft) => draft.cores),
    startedAt: null,
    notes: null,
    results: numberRepeats(drafts),
  };
  return withManifest(run, first.manifest);
}

function firstKnown<T>(drafts: readonly ResultDraft[], get: (draft: ResultDraft) => T | null): T | null {
  for (const draft of drafts) {
    const value = get(draft);
    if (value !== null) return value;
  }
  return null;
}

/** Results in row order; the drafts of one test in the order of their directories. */
function numberRepeats(drafts: readonly ResultDraft[]): NormalizedRun['results'] {
  const counts = new Map<string, number>();
  const numbered = drafts.map(({ result }) => {
    const key = testKey(result.test, result.range);
    const repeat = (counts.get(key) ?? 0) + 1;
    counts.set(key, repeat);
    return { result: { ...result, repeat }, info: testInfo(result.test, result.range) };
  });
  numbered.sort((a, b) => compareTests(a.info, b.info) || a.result.repeat - b.result.repeat);
  return numbered.map(({ result }) => result);
}

function noteUnknown(runs: readonly NormalizedRun[], assembly: Assembly): void {
  const versions = new Set<string>();
  const tests = new Set<string>();
  for (const run of runs) {
    if (!run.variant.versionKnown && !versions.has(run.label)) {
      versions.add(run.label);
      assembly.note('UNKNOWN_VERSION', run.path, describeUnknown(run.variant));
    }
    for (const { test, range } of run.results) {
      if (testInfo(test, range).known || tests.has(test)) continue;
      tests.add(test);
      assembly.note(
        'UNKNOWN_TEST',
        run.path,
        `test ${test} is not in the registry; shown in the group "other"`,
      );
    }
  }
}

function describeUnknown({ version }: Variant): string {
  return `no product version is understood in "${version}"; kept as text and ordered last. basecase.json can name it.`;
}
