import {
  formatRatio,
  type Seam,
  type SettingChange,
  type SharedVersion,
  type StepMark,
  changeText as sizeText,
} from '@basecase/analysis';
import type { ConfigLinesView, LinesPreview, RecordPreview, WaitingJoins } from '@basecase/db/types';
import { testName } from '../noise/noise';
import { STOPPED } from '../regressions/stop-words';
import { countText } from '../text/words';

/** A join, or a proposed one, in words. */
interface Pair {
  from: string;
  to: string;
  changed: readonly SettingChange[] | null;
  shared: SharedVersion | null;
}

const SEAM_REASONS: Readonly<Record<Seam['reason'], string>> = {
  names: 'Joined because the names and their versions are successive.',
  settings: 'Joined because the settings are equal.',
  decision: 'Joined by hand.',
};

/** Why two configs were joined, and what the version that was measured with both shows. */
export function seamReason({ reason, shared }: Pick<Seam, 'reason' | 'shared'>): string {
  if (shared === null) return SEAM_REASONS[reason];
  return `${SEAM_REASONS[reason]} ${shared.version} was measured with both: none of ${countText(shared.tests, 'test')} differs beyond the noise.`;
}

/** Tests named where two configs differ. */
const MOST_NAMED = 5;

/** Why two configs were not joined; of a test that shows the config, the tests that differ. */
export function proposalReason({
  reason,
  shared,
  canStep,
}: {
  reason: string;
  shared: SharedVersion | null;
  canStep?: boolean | undefined;
}): string {
  if (shared) {
    const { version, moved, tests, movedTests = [] } = shared;
    const named = movedTests.slice(0, MOST_NAMED).map(testName);
    const more = moved - named.length;
    const names = more > 0 ? [...named, `${more} more`] : named;
    const list = movedTests.length === 0 ? '' : `: ${names.join(', ')}`;
    return `Not joined: ${version} was measured with both, and ${moved} of ${countText(tests, 'test')} ${moved === 1 ? 'differs' : 'differ'} beyond the noise${list}.${canStep ? ` The two can be joined with ${stepText({ shared })}.` : ''}`;
  }
  if (reason === 'split') return 'Split by hand.';
  return `Not joined: ${reason}.`;
}

/** The decision that a person can take; null where a test shows that the config moves tests and neither succeeds the other. */
export function offeredDecision({
  shared,
  canStep,
}: {
  shared: SharedVersion | null;
  canStep?: boolean | undefined;
}): 'join' | 'step' | null {
  if (shared === null || shared.moved === 0) return 'join';
  return canStep ? 'step' : null;
}

/** `a config step of −6% measured on 9.4.0`: the mean of all tests. */
export function stepText({ shared }: Pick<StepMark, 'shared'>): string {
  if (shared === null) return 'a config step of unknown size';
  const size = shared.ratio === undefined ? '' : ` of ${sizeText(Math.log(shared.ratio))}`;
  return `a config step${size} measured on ${shared.version}`;
}

/** `config step −6%` */
export function stepBrief({ shared }: Pick<StepMark, 'shared'>): string {
  return ['config step', ...(shared?.ratio === undefined ? [] : [sizeText(Math.log(shared.ratio))])].join(
    ' ',
  );
}

/** Where versions begin again: every page that has versions of both configs uses these words. */
export function stepNote(step: StepMark): string {
  const { from, to, shared } = step;
  const tests = shared ? ` (${shared.moved} of ${countText(shared.tests, 'test')} moved)` : '';
  const base = shared ? `${shared.version} with ${to}` : `the first version with ${to}`;
  return `${from} to ${to}: ${stepText(step)}${tests}. No version is blamed for it: later versions are compared with ${base}.`;
}

/** `2 settings differ`; what is known where the texts of the configs are not stored. */
export function settingsText(changed: readonly SettingChange[] | null): string {
  if (changed === null) return 'The texts of these configs are not stored';
  if (changed.length === 0) return 'No setting differs';
  return `${countText(changed.length, 'setting')} ${changed.length === 1 ? 'differs' : 'differ'}`;
}

/** `default → OFF` */
export function changeText({ before, after }: SettingChange): string {
  return `${before ?? 'not set'} → ${after ?? 'not set'}`;
}

/** Shown while heatmaps from before there were lines wait for a decision. */
export const PENDING_WORDS =
  'Some data was judged before configs were compared along lines, and nothing was joined there yet. "basecase lines --preview" lists what would move, "basecase lines --apply" joins.';

/** Heatmaps from before there were lines. */
export function pendingText(pending: number): string {
  return `${countText(pending, 'heatmap')} ${pending === 1 ? 'is' : 'are'} not judged along config lines yet`;
}

/** How many joins need a decision, for pages, messages and `/api/health`; empty without one. */
export function waitingText({ joins, pending }: WaitingJoins): string {
  const waiting =
    joins === 0 ? '' : `${countText(joins, 'join')} of configs ${joins === 1 ? 'needs' : 'need'} a decision`;
  const upgraded = pending === 0 ? '' : `${pendingText(pending)}: see what would move first`;
  return [waiting, upgraded].filter(Boolean).join('; ');
}

/** The joins of one server; of all where it is not one slug. */
export function linesOfServer(view: ConfigLinesView, server: unknown): ConfigLinesView {
  if (typeof server !== 'string') return view;
  const isOf = (entry: { server: string }) => entry.server === server;
  const { lines, proposals, steps } = view;
  return {
    ...view,
    lines: lines.filter(isOf),
    proposals: proposals.filter(isOf),
    steps: steps.filter(isOf),
  };
}

/** Of a heatmap with a decision that it was not judged by yet. */
const JUDGED_AGAIN = 'being judged again';

/** How many heatmaps are being judged by a new decision; null: none. */
export function judgedAgainText(rows: readonly LineRow[]): string | null {
  const places = new Set(rows.flatMap(({ isBeingJudged, href }) => (isBeingJudged ? [href] : [])));
  if (places.size === 0) return null;
  const are = places.size === 1 ? 'is' : 'are';
  return `${countText(places.size, 'heatmap')} ${are} ${JUDGED_AGAIN} by the newest decision; their rows show what was known before it.`;
}

export type LineRow = ReturnType<typeof lineRows>[number];

const ACTIONS = { join: 'Join', split: 'Split', step: 'Join with a step' } as const;

/** Joins, confirmed steps, then proposed joins, a row for each two configs of a heatmap. */
export function lineRows({
  lines,
  proposals,
  steps,
}: Pick<ConfigLinesView, 'lines' | 'proposals' | 'steps'>) {
  const row = (
    {
      serverName,
      workloadLabel,
      server,
      workload,
      product,
      isBeingJudged,
    }: Omit<(typeof lines)[number], 'configs' | 'seams' | 'flavour'>,
    pair: Pair,
    more: { state: 'joined' | 'step' | 'apart'; why: string; action: keyof typeof ACTIONS | null },
  ) => ({
    id: [server, workload, product, pair.from, pair.to].join(' '),
    server: serverName,
    workload: workloadLabel,
    href: `/compare?${new URLSearchParams({ server, workload })}`,
    /** Versions that were measured with both, in pairs. */
    sideBySide: `/compare?${new URLSearchParams({ server, workload, product, columns: 'configs' })}`,
    product,
    from: pair.from,
    to: pair.to,
    settings: settingsText(pair.changed),
    ...more,
    // A heatmap that is older than a decision gives no reason for another one.
    ...(isBeingJudged
      ? { stateText: `${more.state}, ${JUDGED_AGAIN}`, action: null, label: null, isBeingJudged }
      : { stateText: more.state, label: more.action && ACTIONS[more.action], isBeingJudged }),
  });
  return [
    ...lines.flatMap((line) =>
      line.seams.map((seam) => row(line, seam, { state: 'joined', why: seamReason(seam), action: 'split' })),
    ),
    ...steps.map((step) => row(step, step, { state: 'step', why: stepNote(step), action: 'split' })),
    ...proposals.map((entry) =>
      row(entry, entry, { state: 'apart', why: proposalReason(entry), action: offeredDecision(entry) }),
    ),
  ];
}

const CHANGES: Readonly<Record<RecordPreview['change'], string>> = {
  new: 'new',
  back: 'back',
  withdrawn: 'withdrawn',
  merged: 'merged',
  changed: 'moves',
};

/** `pn53, sysbench, cached: MariaDB z12a → z12b`, and a line for each record that moves. */
export function linePreviewText({ serverName, workloadLabel, lines, records }: LinesPreview): string[] {
  const joined = lines.map(({ product, configs }) => `${product} ${configs.join(' → ')}`).join(', ');
  const moved = countText(records.length, 'record');
  return [
    `${serverName}, ${workloadLabel}: ${joined}; ${moved} move${records.length === 1 ? 's' : ''}`,
    ...records.map(recordText),
  ];
}

function recordText({ change, product, test, before, after }: RecordPreview): string {
  const span = (state: RecordPreview['before']) =>
    state &&
    `${state.lastGood} to ${state.firstBad} ${state.ratio === null ? STOPPED : formatRatio(state.ratio)}`;
  const states = [...new Set([span(before), span(after)].filter(Boolean))];
  return `  ${CHANGES[change]}: ${product} ${test}, ${states.join(', now ')}`;
}
