import { formatValue } from '@basecase/analysis';
import type { HeatmapEntry } from '@basecase/db/types';
import { versionLabel, withNearest } from '@basecase/ingest/model';
import { compareUrl, exportTable, settledState, toHeatmapData } from '@basecase/views/compare';
import { heatmapLink } from '@basecase/views/link';
import { countText, sharedNameText } from '@basecase/views/text';
import { serverCaller } from '../root';
import {
  type Asking,
  commitOf,
  isVersion,
  MOST_NAMED,
  type PlaceAsked,
  placesOf,
  placeText,
  ratioText,
  releasesOf,
} from './measured';

export interface VersionsAsked extends PlaceAsked {
  base: string;
  version: string;
  test?: string | undefined;
}

/** Two versions on each server and workload that measured both. */
export async function compareVersions(asking: Asking, asked: VersionsAsked): Promise<string> {
  if (isVersion(asked.base, asked.version)) return `${asked.base} is one version: name two.`;
  const releases = await releasesOf(asking, await placesOf(asked), asked.product);
  const found = await Promise.all(
    releases.map(async ({ place, columns }) => {
      const [base, version] = [asked.base, asked.version].map((name) =>
        columns.find((each) => isVersion(each.version, name)),
      );
      return base && version
        ? comparisonOf(asking, place, { base: base.slug, version: version.slug, test: asked.test })
        : null;
    }),
  );
  const texts = found.flatMap((text) => text ?? []);
  if (texts.length === 0) {
    const none = `No server measured both ${asked.base} and ${asked.version}${asked.product ? ` of ${asked.product}` : ''} in one workload.`;
    if ([asked.base, asked.version].some((name) => commitOf(name) !== null))
      return `Only releases are compared here. These two, if they were measured together: ${asking.baseUrl}/compare?${new URLSearchParams({ of: `${asked.base}..${asked.version}` })}`;
    const versions = releases.flatMap(({ columns }) => columns.map(({ version }) => versionLabel(version)));
    const text = [asked.base, asked.version]
      .filter((name) => !versions.includes(name))
      .reduce((message, name) => withNearest(message, name, startingWith(versions, name)), none);
    return `${text} list_measured lists the versions.`;
  }
  const shown = texts.slice(0, MOST_NAMED);
  const more = texts.length - shown.length;
  return [...shown, more > 0 ? `${countText(more, 'more comparison')}: name a server to see them.` : '']
    .filter(Boolean)
    .join('\n\n');
}

/** `5.6.51` is what 5.6 means; other names where there is none. */
function startingWith(versions: readonly string[], name: string): readonly string[] {
  const own = [...new Set(versions)].filter((version) => version.startsWith(`${name}.`));
  return own.length > 0 ? own : versions;
}

interface ExportedRow {
  test: string;
  relative: (number | null)[];
  absolute: (number | null)[];
  certainty: (string | null)[];
  verdicts: (string | null)[];
  reasons: (string | null)[];
}

/** @returns null where the heatmap has not the test */
async function comparisonOf(
  { baseUrl }: Asking,
  place: HeatmapEntry,
  { base, version, test }: { base: string; version: string; test: string | undefined },
): Promise<string | null> {
  const heatmap = { server: place.server.slug, workload: place.workload.slug };
  const { compare } = serverCaller();
  const asked = { ...compareUrl.defaults, ...heatmap, base, cols: [base, version] };
  const [view, noise] = await Promise.all([
    compare.view({ ...heatmap, warmups: false, nights: [] }),
    compare.noise(heatmap),
  ]);
  const data = toHeatmapData(view, { noise });
  const state = settledState(data, asked);
  const table = JSON.parse(exportTable({ view, data }, state, 'json')) as {
    columns: string[];
    rows: ExportedRow[];
  };
  const word = test?.toLowerCase() ?? '';
  const rows = table.rows.filter((row) => row.test.toLowerCase().includes(word));
  if (rows.length === 0) return null;
  const shown = test === undefined ? rows.filter((row) => row.certainty[1] !== 'noise') : rows;
  const units = new Map(view.matrix.rows.map(({ label, unit }) => [label, unit]));
  const { sentence, certainty } = heatmapLink(data, state);
  const address = `${baseUrl}/compare?${compareUrl.query(state).replace(/^\?/, '')}`;
  return [
    `${placeText(place)}: ${sentence} ${certainty ? `${certainty.word}: ${certainty.text}. ` : ''}${address}`,
    ...shown
      .slice(0, MOST_NAMED)
      .map((row) => rowText(row, view.workload.relativeTo ? null : (units.get(row.test) ?? ''))),
    shown.length > MOST_NAMED ? `- ${countText(shown.length - MOST_NAMED, 'more test')} at this address` : '',
    shown.length === 0
      ? `- ${rows.length === 1 ? 'The only test is' : `All ${rows.length} tests are`} within noise.`
      : '',
    view.sharedBy ? `- ${sharedNameText(view.server, view.sharedBy)}` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** @param unit of its throughput: `queries/s`; null: only ratios were published */
function rowText(
  { test, relative, absolute, verdicts, certainty, reasons }: ExportedRow,
  unit: string | null,
) {
  const [value, before] = [absolute[1] ?? null, absolute[0] ?? null];
  const isPublished = unit === null && value !== null && before !== null && before > 0;
  const ratio = isPublished ? value / before : (relative[1] ?? null);
  if (ratio === null) return `- ${test}: ${reasons[1] ?? reasons[0] ?? verdicts[1] ?? 'not measured'}`;
  const values = [value, before].map((each) => formatValue(each, 'throughput')).join(' / ');
  const judged = [verdicts[1], certainty[1] ?? 'not judged'].filter(Boolean).join(', ');
  return `- ${test}: ${ratioText(ratio)} (${unit === null ? 'published as a ratio' : `${values} ${unit}`}), ${judged}`;
}
