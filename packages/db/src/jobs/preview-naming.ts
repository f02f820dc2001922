import {
  type LayoutFile,
  matchLayout,
  parseLayout,
  parseRunDirectory,
  proposeLayouts,
  tableOfLayout,
} from '@basecase/ingest';
import type { NormalizedRun, ParsedUpload, QuestionPart } from '@basecase/ingest/model';
import type { PreviewRun, UploadPreview } from '../types/uploads';

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
export function namingOf(
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
