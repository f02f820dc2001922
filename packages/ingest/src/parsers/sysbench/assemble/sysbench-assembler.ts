import { chooseHostDevice } from '../../../assemble/beside';
import { findVariant, placeLabel } from '../../../layout/find-variant';
import { parseRunDirectory } from '../../../layout/run-directory';
import type { AssembleContext, Assembler, RunPart } from '../../family';
import { buildResult, type ResultDraft } from './build-result';
import { splitByWorkload } from './split-by-workload';
import { type DirectoryFiles, groupByTest, testKey } from './test-files';

/**
 * sb.o + sb.vm + sb.io (or sb.met) of one test become one result; the results of one directory and workload one
 * part of a run.
 */
export const sysbenchAssembler: Assembler = {
  assemble: (logs, context) => groupByTest(logs, context).flatMap((directory) => toParts(directory, context)),
};

function toParts(files: DirectoryFiles, context: AssembleContext): RunPart[] {
  if (files.tests.length === 0) return [];
  const place = { directory: files.directory, rootLabel: context.rootLabel };
  const label = placeLabel(place);
  const device = chooseHostDevice(files.tests, files.directory, context);
  noteRequests(files, context);
  const named = parseRunDirectory(label);
  const drafts = files.tests.map((test) =>
    buildResult(test, {
      assembly: context,
      device,
      cores: context.cores(files.directory),
      qps: files.qps.get(testKey(test.test, test.range)),
      status: files.status.get(testKey(test.test, test.range)),
    }),
  );
  return splitByWorkload(drafts).map((part) => ({
    benchmark: 'sysbench',
    label,
    directory: files.directory,
    variant: findVariant(place, { hasFlavour: true }),
    workload: {
      tables: part.tables,
      rowsPerTable: part.tableSize,
      clients: part.clients,
      primaryKey: named.primaryKey ?? firstKnown(part.drafts, (draft) => draft.primaryKey),
      cached: null,
      label: part.workloadLabel,
    },
    server: null,
    cores: firstKnown(part.drafts, (draft) => draft.cores),
    results: part.drafts.map(({ result }) => result),
  }));
}

/** 0.4 and 0.5 print `read/write requests:`, which leave out BEGIN and COMMIT: not the queries/s of 1.x. */
function noteRequests({ tests, directory }: DirectoryFiles, context: AssembleContext): void {
  const without = tests.filter(({ sysbench }) => {
    const summary = sysbench?.log.summary;
    return summary?.rwRequestsPerS !== undefined && !summary.queriesPerS;
  });
  if (without.length === 0) return;
  context.note(
    'METRIC_MISSING',
    directory,
    `${without.length} logs of sysbench 0.4 or 0.5 print read/write requests, which are not queries/s: no throughput, nothing per operation`,
    { severity: 'info' },
  );
}

function firstKnown<T>(drafts: readonly ResultDraft[], get: (draft: ResultDraft) => T | null): T | null {
  for (const draft of drafts) {
    const value = get(draft);
    if (value !== null) return value;
  }
  return null;
}
