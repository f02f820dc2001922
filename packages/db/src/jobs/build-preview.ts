import {
  type LayoutFile,
  matchLayout,
  parseLayout,
  parseRunDirectory,
  proposeLayouts,
  tableOfLayout,
} from '@basecase/ingest';
import {
  type Diagnostic,
  type DiagnosticCounts,
  type NormalizedRun,
  type ParsedUpload,
  type QuestionPart,
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

type Naming = NonNullable<UploadPreview['naming']>;
type Parts = NonNullable<NonNullable<PreviewRun['contents']>['parts']>;

/** Few questions are answered one by one: the first answer often answers the others. */
const MOST_QUESTIONS = 5;

/**
 * How the paths of an upload are read: by its layout, else by the form of their parts, which the best proposal shows. Null
 * where nothing is read from paths, or they follow the naming of run directories.
 *
 * @returns also the parts of a path, for one row after the other
 */
function namingOf(
  { runs, questions }: ParsedUpload,
  settings: Readonly<Record<string, string>>,
): { naming: Naming; partsOf: (path: string) => Parts } | null {
  const said = settings['layout'];
  const isRead = questions.length > 0 || runs.some(isReadFromPath);
  if (said === undefined && !isRead) return null;
  const files = resultFiles(runs);
  const pattern = said ?? proposeLayouts(files)[0]?.pattern;
  if (pattern === undefined) return null;
  const layout = parseLayout(pattern);
  const isAnswered = settings['unknown'] !== undefined;
  const open = isAnswered ? [] : questions.slice(0, MOST_QUESTIONS);
  const openParts = open.flatMap(({ parts }) => parts);
  const partsOf = (path: string): Parts =>
    (matchLayout(layout, path)?.values ?? []).map(({ start, end }, token) => ({
      start,
      end,
      token,
      isOpen: openParts.some((part) => isPart(part, path, { start, end })),
    }));
  return {
    naming: {
      pattern,
      isLayout: said !== undefined,
      unmatched: said === undefined ? [] : tableOfLayout(layout, files).unmatched,
      questions: open.map(({ text, clients, unit, count, values, parts, files: paths }) => ({
        ...{ text, clients, unit, count, values },
        parts: parts.map((part) => ({
          values: part.values,
          suggestion: part.suggestion,
          token:
            paths.flatMap((path) => partsOf(path).filter((own) => isPart(part, path, own)))[0]?.token ?? null,
        })),
      })),
    },
    partsOf,
  };
}

function isReadFromPath({ label, identity = [] }: NormalizedRun): boolean {
  return !parseRunDirectory(label).conventional && identity.some(({ source }) => source === 'path');
}

function isPart(part: QuestionPart, path: string, { start, end }: { start: number; end: number }): boolean {
  const segment = path.slice(end).split('/').length - 1;
  if (segment !== part.segment) return false;
  // `BP25` is a part, of which a pattern may name `25`.
  return part.values.some((value) => {
    const at = path.lastIndexOf(value, start);
    return at >= 0 && at + value.length >= end;
  });
}

function resultFiles(runs: readonly NormalizedRun[]): LayoutFile[] {
  const files = new Map<string, LayoutFile>();
  for (const { variant, results, workload } of runs) {
    for (const { test, clients, measurements } of results) {
      const path = measurements[0]?.file;
      if (path === undefined || files.has(path)) continue;
      const { product, version, versionKnown } = variant;
      const known = versionKnown ? { product, version } : {};
      files.set(path, { path, known: { ...known, test, clients: clients ?? workload.clients } });
    }
  }
  return [...files.values()];
}
