import { compareVersions } from '@basecase/ingest/model';
import { joinNames } from '../../text/join-names';
import type { HeatmapColumn } from '../heatmap-data';
import type { HeatmapSelection } from '../heatmap-selection';

/**
 * Why steps and first bad versions end before the newest release of the base's product, or why there are none: its
 * newest
 * release was not measured with the config and build flavour of the base, and a config is not a release. Null if it
 * was.
 * Builds between releases have separate lines whatever they were measured with, so they get no note.
 */
export function prepareLineNote(selection: HeatmapSelection): string | null {
  const { columns, base, lineStart } = selection;
  const start = columns[base];
  if (!start || start.build) return null;
  const own = columns.filter(({ product, build }) => product === start.product && !build);
  const line = columns.filter((_, index) => lineStart[index] === lineStart[base]);
  const newest = newestOf(own);
  const last = newestOf(line);
  if (!newest || !last || newest.version === last.version) return null;
  const others = own.filter(({ version }) => version === newest.version);
  const name = buildNames(start, others);
  const measured = `${newest.version} was measured with ${joinNames([...new Set(others.map(name))])} only`;
  return line.length === 1
    ? `${measured}, ${start.version} with ${name(start)}: no step is named between them, as it may be the ${differing(start, others)}'s.`
    : `${measured}: steps end at ${last.version}, the newest with ${name(start)}.`;
}

function newestOf(columns: readonly HeatmapColumn[]): HeatmapColumn | undefined {
  return columns.toSorted((a, b) => compareVersions(a.version, b.version)).at(-1);
}

/** Names columns by what of config and build differs from the base in any of them. */
function buildNames(start: HeatmapColumn, others: readonly HeatmapColumn[]) {
  const parts = (['config', 'flavour'] as const).filter((part) =>
    others.some((other) => other[part] !== start[part]),
  );
  return (column: HeatmapColumn) =>
    parts.map((part) => column[part] ?? (part === 'config' ? 'no named config' : 'no named build')).join(' ');
}

function differing(start: HeatmapColumn, others: readonly HeatmapColumn[]): string {
  return others.some(({ config }) => config !== start.config) ? 'config' : 'build';
}
