/** Lines of a stored file, 1-based. */
export interface LineRange {
  line: number;
  lineEnd: number;
}

/** Page of a stored file; with lines, the page that shows them, marked and in sight. */
export function artifactHref(id: string, lines: LineRange | null = null): string {
  const path = `/artifacts/${encodeURIComponent(id)}`;
  if (!lines) return path;
  const { line, lineEnd } = lines;
  const range = lineEnd > line ? `line=${line}&lineEnd=${lineEnd}` : `line=${line}`;
  return `${path}?${range}#L${line}`;
}
