import type { SeriesLineEntry } from '@basecase/db/types';
import { type AddressProblem, knownName, unknownValues } from '@basecase/views/url';
import { followState } from '../pages/follow-state';

/** What names a line of nights, as it was sent. */
export interface AskedLine {
  server?: string | undefined;
  workload?: string | undefined;
  line?: string | undefined;
  branch?: string | undefined;
}

/** Parameters that name what is stored: a wrong one is not found. */
export const LINE_PARAMETERS = ['server', 'workload', 'line', 'branch'];

/** The lines that an address means, and its unknown names. A name from before a merge is still a name. */
export async function findLines(
  entries: readonly SeriesLineEntry[],
  { server = '', workload = '', line = '', branch = '' }: AskedLine,
): Promise<{ lines: SeriesLineEntry[]; problems: AddressProblem[] }> {
  const named = entries.find((entry) => entry.server.name.toLowerCase() === server.toLowerCase());
  const slugs = entries.map((entry) => entry.server.slug);
  const asked = await followState({ server: named?.server.slug ?? knownName(slugs, server), workload });
  const on = asked.server === '' ? '' : ` on ${asked.server}`;
  let lines = [...entries];
  // Names of another server or workload don't help, so only the first wrong name is reported.
  const steps: readonly [parameter: string, value: string, of: (entry: SeriesLineEntry) => string][] = [
    ['server', asked.server, (entry) => entry.server.slug],
    ['workload', asked.workload, (entry) => entry.workload.slug],
    ['branch', branch, (entry) => entry.line.branch ?? ''],
    ['line', line, (entry) => entry.key],
  ];
  for (const [parameter, value, of] of steps) {
    const where = parameter === 'server' ? '' : on;
    const what = `${parameter} with nights`;
    const problems = unknownValues(parameter, [value], { known: lines.map(of), what, where });
    if (problems.length > 0) return { lines: [], problems };
    lines = lines.filter((entry) => value === '' || of(entry) === value);
  }
  return { lines, problems: [] };
}
