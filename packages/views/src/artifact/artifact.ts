import type { ArtifactLines, ArtifactView } from '@basecase/db/types';
import { filesRemovedText } from '@basecase/ingest/model';
import { bytesText } from '../text/words';
import { artifactHref, artifactUrl, type LineRange } from '../url/hrefs';

export interface ArtifactModel {
  /** Last part of the path. */
  name: string;
  path: string;
  meta: string[];
  /** Address of the bytes; null where they are gone. */
  rawHref: string | null;
  uploadHref: string;
  uploadName: string;
  /** Address of the picture; null for what is none. */
  pictureHref: string | null;
  rows: { number: number; text: string; cut: boolean; hit: boolean }[];
  /** The reason for missing lines; null if there are lines. */
  problem: string | null;
  previous: string | null;
  next: string | null;
  range: string;
}

/** Everything the page of a stored file draws. */
export function artifactModel(page: ArtifactLines, { marked }: ArtifactState): ArtifactModel {
  const { artifact, first, pageLines, lines, more, binary } = page;
  const { id, path, kind, status, sizeBytes, upload } = artifact;
  const isThere = artifact.filesRemovedAt === null;
  const rawHref = `/api/v1/artifacts/${id}`;
  const last = first + lines.length - 1;
  return {
    name: path.split('/').at(-1) ?? path,
    path,
    meta: [kind, STATUS_WORDS[status], bytesText(sizeBytes)],
    rawHref: isThere ? rawHref : null,
    uploadHref: `/uploads/${upload.id}`,
    uploadName: upload.filename,
    pictureHref: isThere && isSvg(path) ? `${rawHref}?as=svg` : null,
    rows: lines.map(({ text, cut }, index) => {
      const number = first + index;
      return { number, text, cut, hit: marked !== null && number >= marked.line && number <= marked.lineEnd };
    }),
    problem: problemOf(page),
    previous: isThere && first > 1 ? artifactHref(id, marked, Math.max(1, first - pageLines)) : null,
    next: more ? artifactHref(id, marked, first + pageLines) : null,
    range: binary || lines.length === 0 ? '' : `lines ${first}–${last}${more ? '' : ' (end of the file)'}`,
  };
}

/** The page of a stored file whose lines can't be read now. @param problem the reason, for visitors */
export function unreadArtifact(artifact: ArtifactView, problem: string): ArtifactModel {
  const nothing = { artifact, first: 1, pageLines: 1, lines: [], more: false, binary: false };
  return { ...artifactModel(nothing, { marked: null, from: null }), pictureHref: null, problem };
}

const STATUS_WORDS = {
  parsed: 'numbers read from it',
  kept: 'kept as it is',
  unknown: 'format not recognized',
} as const;

function problemOf({ artifact, binary, lines, first }: ArtifactLines): string | null {
  if (artifact.filesRemovedAt !== null) return filesRemovedText(artifact.filesRemovedAt);
  if (binary) return 'This file is not text. The raw file has its bytes.';
  if (lines.length > 0) return null;
  return first === 1 ? 'This file is empty.' : `The file has no line ${first}.`;
}

/** By name only: the page never draws it, a sandboxed frame does. */
export function isSvg(path: string): boolean {
  // Packed files are stored unpacked.
  return /\.svg(?:\.(?:gz|zst|xz))?$/i.test(path);
}

/** What the URL of a stored file asks for. */
export interface ArtifactState {
  /** First line of the page; null = the beginning, or the page of the marked lines. */
  from: number | null;
  /** Lines to mark; null = none. */
  marked: LineRange | null;
}

/** Reads the state from query parameters. Never fails: what makes no sense is left out. */
export function parseArtifactState(query: Iterable<[string, string]>): ArtifactState {
  const { from, line, lineEnd } = artifactUrl.parse(query);
  const marked = line === null ? null : { line, lineEnd: Math.max(line, lineEnd ?? line) };
  return { from, marked };
}
