import { artifactUrl, type LineRange } from '../url/hrefs';

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
