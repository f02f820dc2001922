import type { LiveStatus } from './live-status';

const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `21 November 2026`, in UTC. */
export function dateText(iso: string): string {
  return DATE.format(new Date(iso));
}

/** `parser version 2`; `parser versions 1 and 2` where the runs were read at different times. */
export function parserText(versions: readonly number[]): string {
  if (versions.length < 2) return `parser version ${versions[0] ?? 'unknown'}`;
  return `parser versions ${versions.slice(0, -1).join(', ')} and ${versions.at(-1)}`;
}

/** What has become of the live view, in one sentence. */
export function liveText(status: LiveStatus): string {
  if (status.state === 'same') return 'The live view shows the same numbers.';
  if (status.state === 'gone') return 'Its sources were deleted: these numbers exist only here.';
  const { cells, newColumns, goneColumns, newRows = 0, goneRows = 0 } = status;
  const parts = [
    ...(cells > 0 ? [`differs in ${count(cells, 'cell')}`] : []),
    ...(newColumns > 0 ? [`has ${count(newColumns, 'more column', 'more columns')}`] : []),
    ...(goneColumns > 0 ? [`lacks ${count(goneColumns, 'column')}`] : []),
    ...(newRows > 0 ? [`has ${count(newRows, 'more row', 'more rows')}`] : []),
    ...(goneRows > 0 ? [`lacks ${count(goneRows, 'row')}`] : []),
  ];
  return `The live view now ${join(parts)}.`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function join(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
