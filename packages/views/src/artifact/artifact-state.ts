import { z } from 'zod';
import { artifactHref, type LineRange } from '../url/artifact-href';

/** What the URL of a stored file asks for. */
export interface ArtifactState {
  /** First line of the page; null = the beginning, or the page of the marked lines. */
  from: number | null;
  /** Lines to mark; null = none. */
  marked: LineRange | null;
}

const LAST_LINE = 2 ** 31 - 1;
const lineNumber = z.coerce.number().int().min(1).max(LAST_LINE).nullable().catch(null);
const schema = z.object({
  from: lineNumber.default(null),
  line: lineNumber.default(null),
  lineEnd: lineNumber.default(null),
});

/** Reads the state from query parameters. Never fails: what makes no sense is left out. */
export function parseArtifactState(query: Iterable<[string, string]>): ArtifactState {
  const { from, line, lineEnd } = schema.parse(Object.fromEntries(query));
  const marked = line === null ? null : { line, lineEnd: Math.max(line, lineEnd ?? line) };
  return { from, marked };
}

/** Path of another page of the same file; marked lines stay marked. */
export function pageHref(id: string, from: number, marked: LineRange | null): string {
  const [path = '', query = ''] = artifactHref(id, marked).split('#')[0]?.split('?') ?? [];
  return `${path}?${query ? `${query}&` : ''}from=${from}`;
}
