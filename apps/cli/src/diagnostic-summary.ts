import { groupBy } from '@basecase/analysis';
import type { Diagnostic } from '@basecase/ingest/model';
import type { Io } from './io';

/** A diagnostic and the argument it is about. */
export interface Finding {
  path: string;
  diagnostic: Diagnostic;
}

/**
 * Tells what the parsers noticed: one line per code with its count and first example, warnings first;
 * with `verbose` one line each, in the order they were found.
 */
export function noteDiagnostics(findings: readonly Finding[], verbose: boolean, io: Io): void {
  if (verbose) {
    for (const finding of findings) io.note(`${finding.diagnostic.severity}: ${describe(finding)}`);
    return;
  }
  const lines = summarize(findings);
  for (const line of lines) io.note(line);
  if (lines.length < findings.length) io.note('(--verbose lists every one)');
}

function summarize(findings: readonly Finding[]): string[] {
  const sorted = findings.toSorted((a, b) => rank(a) - rank(b));
  const groups = groupBy(sorted, ({ diagnostic }) => diagnostic.code);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const count = group.length === 1 ? '' : ` (and ${group.length - 1} more)`;
    return [`${first.diagnostic.severity}: ${describe(first)}${count}`];
  });
}

function rank({ diagnostic }: Finding): number {
  return diagnostic.severity === 'warning' ? 0 : 1;
}

/** `CODE path/file:line message | excerpt`: the place can be clicked in most terminals. */
function describe({ path, diagnostic }: Finding): string {
  const { code, file, line, message, excerpt } = diagnostic;
  const place = [path, ...(file === null ? [] : [file])].join(': ');
  const at = line === null ? place : `${place}:${line}`;
  return `${code} ${at}: ${message}${excerpt === null ? '' : ` | ${excerpt}`}`;
}
