import {
  type Diagnostic,
  type DiagnosticCounts,
  type NormalizedRun,
  type ParsedUpload,
  type ResultStatus,
  testLabel,
} from '@basecase/ingest/model';
import type { RunToStore } from '../import/run-to-store';
import { applySettings } from '../import/settings';
import { toStore, type UploaderSays } from '../import/to-store';
import { countCodes } from '../import/upload-contents';
import { PARSER_VERSION } from '../import/upload-row';
import { workloadDetails, workloadLabel } from '../import/workload-text';
import { columnName } from '../regressions/recompute/column-name';
import type { DiagnosticGroup, FileGroup, PreviewRun, UploadPreview } from '../types/uploads';
import { namingOf } from './preview-naming';

/** Diagnostics of one code that are shown one by one: enough to see what they are about. */
const MAX_EXAMPLES = 5;

/**
 * What an upload holds, for the one who decides whether it counts. Goes the way that storing goes, so what is shown
 * is what will be stored.
 *
 * @throws SettingError for an unknown setting
 */
export async function buildPreview(
  parsed: ParsedUpload,
  says: UploaderSays,
  findStored: (identities: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<UploadPreview> {
  const { runs, diagnostics } = toStore(parsed, says);
  const stored = await findStored(runs.map(({ identity }) => identity));
  const settled = applySettings(parsed.runs, says.settings);
  const paths = namingOf(parsed, says.settings);
  const previews = runs.map((run, index) =>
    toPreviewRun(run, {
      from: serverSource(settled[index], says),
      isStored: stored.has(run.identity),
      campaign: says.settings['campaign'] ?? run.campaign,
      contents: contentsOf(run, paths?.partsOf),
    }),
  );
  return {
    parserVersion: PARSER_VERSION,
    runs: previews,
    results: runs.reduce((sum, { results }) => sum + results.length, 0),
    measurements: previews.reduce((sum, { measurements }) => sum + measurements, 0),
    ...(paths && { naming: paths.naming }),
    files: groupFiles(parsed.artifacts),
    diagnostics: groupDiagnostics(
      [...parsed.diagnostics, ...diagnostics],
      countCodes(diagnostics, parsed.diagnosticCounts),
    ),
  };
}

function serverSource(run: NormalizedRun | undefined, says: UploaderSays): PreviewRun['server']['from'] {
  if (run?.server && !run.isServerRead) return 'manifest';
  if (says.server !== null) return 'named';
  return run?.server ? 'files' : 'guessed';
}

function toPreviewRun(
  run: RunToStore,
  {
    from,
    ...known
  }: Pick<PreviewRun, 'isStored' | 'campaign' | 'contents'> & { from: PreviewRun['server']['from'] },
): PreviewRun {
  const { product, versionKnown, flavour, config } = run.variant;
  const results: Partial<Record<ResultStatus, number>> = {};
  for (const { status } of run.results) results[status] = (results[status] ?? 0) + 1;
  return {
    label: run.label,
    path: run.path,
    product,
    version: columnName(run.variant),
    versionKnown,
    flavour,
    config,
    benchmark: run.workload.benchmark,
    workload: workloadLabel(run.workload),
    workloadDetails: workloadDetails(run.workload),
    server: { name: run.server.name, from, cores: run.server.cores },
    results,
    measurements: run.results.reduce((sum, { measurements }) => sum + measurements.length, 0),
    ...known,
  };
}

function contentsOf(
  { path, results, workload }: RunToStore,
  partsOf: NonNullable<ReturnType<typeof namingOf>>['partsOf'] = () => [],
): NonNullable<PreviewRun['contents']> {
  const files = new Set(results.flatMap(({ measurements: [first] }) => first?.file ?? []));
  const tests = new Map<string, number>();
  for (const { test } of results) {
    const label = testLabel(test.name, test.range);
    tests.set(label, (tests.get(label) ?? 0) + 1);
  }
  const clients = new Set(results.map((result) => result.clients ?? workload.clients));
  const [[file = path], [test = ''], [only = null]] = [[...files], [...tests.keys()], [...clients]];
  return {
    file,
    files: files.size,
    clients: clients.size === 1 ? only : null,
    test,
    tests: tests.size,
    repeats: Math.max(0, ...tests.values()),
    parts: partsOf(file),
  };
}

/** Most files first. */
function groupFiles(files: readonly Omit<FileGroup, 'count'>[]): FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const { kind, status } of files) {
    const key = `${status} ${kind}`;
    const group = groups.get(key) ?? { kind, status, count: 0 };
    groups.set(key, { ...group, count: group.count + 1 });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}

/**
 * Warnings first, then what was met most.
 *
 * @param counts how often each code was met: of one code only the first are listed
 */
export function groupDiagnostics(
  diagnostics: readonly Diagnostic[],
  counts: DiagnosticCounts,
): DiagnosticGroup[] {
  const groups = new Map<string, DiagnosticGroup>();
  for (const diagnostic of diagnostics) {
    const { code, severity } = diagnostic;
    const group = groups.get(code) ?? { code, severity, count: counts[code] ?? 0, examples: [] };
    if (group.examples.length < MAX_EXAMPLES) group.examples.push(diagnostic);
    groups.set(code, group);
  }
  const rank = ({ severity }: DiagnosticGroup) => (severity === 'warning' ? 0 : 1);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}
