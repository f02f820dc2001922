import { formatRatio, verdictName } from '@basecase/analysis';
import type { CorrectionPreview, HeatmapChange, RecordPreview } from '@basecase/db/types';
import { STOPPED } from '../regressions/stop-words';
import { countText, serverClass } from '../text/words';

/** A part of a line: text, with a link where there is something to look at. */
export interface LinePart {
  text: string;
  href: string | null;
}

/** What changes of one kind of thing. */
export interface ChangeGroup {
  key: 'heatmaps' | 'records' | 'servers' | 'links';
  /** `2 heatmaps`. */
  count: string;
  /** One sentence for each; the first part is its link. */
  lines: { key: string; parts: LinePart[] }[];
  /** What is not listed, or what holds for all: empty when there is nothing to say. */
  rest: string;
}

/** Longest list of sentences. */
const LISTED = 8;

/** What a correction would change, in words. */
export function changeGroups(preview: CorrectionPreview): ChangeGroup[] {
  const groups = [heatmaps(preview), records(preview), servers(preview), links(preview)];
  return groups.filter((group) => group !== null);
}

/** `Correct 33 results of 1 run`: what the button does. */
export function correctButton({ results, runs }: CorrectionPreview): string {
  return `Correct ${countText(results, 'result')} of ${countText(runs.length, 'run')}`;
}

/** `Undo`, or `Undo 3 corrections` with those that build on it. */
export function undoButton({ undoes, runs }: CorrectionPreview): string {
  const what = undoes.length > 1 ? `Undo ${countText(undoes.length, 'correction')}` : 'Undo it';
  return `${what} for ${countText(runs.length, 'run')}`;
}

function heatmaps({ heatmaps: changes }: CorrectionPreview): ChangeGroup {
  const lines = changes.slice(0, LISTED).map((change) => ({
    key: change.comparePath,
    parts: [
      { text: `${change.workload.label} on ${serverText(change.server)}`, href: change.comparePath },
      { text: ` ${heatmapText(change)}`, href: null },
    ],
  }));
  return { key: 'heatmaps', count: countText(changes.length, 'heatmap'), lines, rest: more(changes.length) };
}

function heatmapText({ runs, columns, gained, lost }: HeatmapChange): string {
  if (runs.before === 0) return `is new, with ${namesOf(gained)}.`;
  if (runs.after === 0) return 'is empty and goes.';
  const parts = [
    ...(gained.length > 0 ? [`gains ${namesOf(gained)}`] : []),
    ...(lost.length > 0 ? [`loses ${namesOf(lost)}`] : []),
  ];
  if (columns.before !== columns.after) {
    return `${parts.join(' and ')} (${columns.before} → ${countText(columns.after, 'column')}).`;
  }
  if (parts.length > 0) return `${parts.join(' and ')}.`;
  if (runs.before !== runs.after)
    return `has ${runs.before} → ${countText(runs.after, 'run')} in the same columns.`;
  return 'keeps its columns.';
}

/** Columns that are named before they are counted. */
const NAMED = 3;

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}

function records(preview: CorrectionPreview): ChangeGroup {
  const { records: changes, heatmaps: touched } = preview;
  if (changes === null) {
    const rest = `are judged afterwards: ${countText(touched.length, 'heatmap')} are too many to judge here.`;
    return { key: 'records', count: 'Records', lines: [], rest };
  }
  const isSeen = (change: RecordPreview) =>
    change.change !== 'changed' || recordText(change) !== sameText(change);
  const [seen, small] = [changes.filter(isSeen), changes.filter((change) => !isSeen(change))];
  const isOneServer = new Set(touched.map(({ server }) => server.slug)).size === 1;
  const lines = seen.slice(0, LISTED).map((change, index) => ({
    key: change.slug ?? `new ${index}`,
    parts: [
      { text: recordName(change, isOneServer), href: change.slug === null ? null : `/r/${change.slug}` },
      { text: ` ${recordText(change)}`, href: null },
    ],
  }));
  const rest = [
    ...(changes.length === 0 ? ['change.'] : []),
    ...(seen.length > LISTED ? [more(seen.length)] : []),
    ...(small.length > 0 ? [smallText(small.length, lines.length > 0)] : []),
  ];
  return { key: 'records', count: countText(changes.length, 'record'), lines, rest: rest.join(' ') };
}

function smallText(count: number, isRest: boolean): string {
  const which = count === 1 ? '1 whose ratio moves' : `${count} whose ratios move`;
  return `${isRest ? 'and ' : ''}${which} by less than 0.01.`;
}

function recordName({ test, product, server, before, after }: RecordPreview, isOneServer: boolean): string {
  const since = (after ?? before)?.firstBad ?? '';
  return `${test} since ${product} ${since}${isOneServer ? '' : ` on ${serverText(server)}`}`;
}

/** The text for a record that changes by less than the displayed digits. */
function sameText({ before }: RecordPreview): string {
  return `stays, ${ratioText(before?.ratio)} → ${ratioText(before?.ratio)}.`;
}

function recordText({ change, kind, before, after }: RecordPreview): string {
  const word = kind === 'regression' ? 'regression' : 'improvement';
  switch (change) {
    case 'new':
      return `is a new ${after ? verdictName(after.verdict) : word}, ${ratioText(after?.ratio)}.`;
    case 'back':
      return `is back, ${ratioText(after?.ratio)}.`;
    case 'withdrawn':
      return 'is withdrawn: the change is not in the data any more.';
    case 'merged':
      return 'is merged into another.';
    case 'changed': {
      const moved =
        before && after && before.firstBad !== after.firstBad ? `, before since ${before.firstBad}` : '';
      const verdict =
        before && after && before.verdict !== after.verdict ? `, ${verdictName(after.verdict)}` : '';
      return `stays, ${ratioText(before?.ratio)} → ${ratioText(after?.ratio)}${verdict}${moved}.`;
    }
  }
}

/** No number of a stop. */
function ratioText(ratio: number | null | undefined): string {
  if (ratio === null) return STOPPED;
  return ratio === undefined ? '' : formatRatio(ratio);
}

function servers({ servers: changes }: CorrectionPreview): ChangeGroup | null {
  if (changes.length === 0) return null;
  const lines = changes.map(({ server, change }) => ({
    key: server.slug,
    parts: [
      {
        text: change === 'new' ? `${server.name} gets its first runs.` : `${server.name} has no runs left.`,
        href: null,
      },
    ],
  }));
  return { key: 'servers', count: countText(changes.length, 'server'), lines, rest: '' };
}

function links({ permalinks }: CorrectionPreview): ChangeGroup | null {
  if (permalinks === 0) return null;
  return {
    key: 'links',
    count: countText(permalinks, 'permalink'),
    lines: [],
    rest: `made before ${permalinks === 1 ? 'shows' : 'show'} the same numbers as before, with a note that a correction exists.`,
  };
}

function more(count: number): string {
  return count > LISTED ? `and ${count - LISTED} more.` : '';
}

function serverText(server: { name: string; cores: number | null }): string {
  const own = serverClass(server);
  return own === server.name ? own : `${own} ${server.name}`;
}
