import {
  bandSentence,
  type ColumnShift,
  columnShiftSentence,
  formatRatio,
  GUARDED,
  isBroadChange,
  isCompared,
  type JudgedCell,
  pointRelease,
  showsChange,
  stealSentence,
  unknownNoiseText,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';
import type {
  Confounder,
  ElsewhereEntry,
  EvidenceItem,
  LadderStep,
  NeighbourTest,
  OtherBuild,
} from '../../types/regression-page';
import type { RegressionEntry } from '../../types/regressions';

/** What is weighed. */
export interface EvidenceInput {
  record: Pick<RegressionEntry, 'kind' | 'product' | 'firstBad' | 'lastGood' | 'step' | 'fix' | 'levelRatio'>;
  cell: JudgedCell;
  calibrated: boolean;
  /** As in `NoiseModel`. */
  canBeSure: boolean;
  shift: ColumnShift | null;
  ladder: readonly LadderStep[];
  neighbours: readonly NeighbourTest[];
  builds: readonly OtherBuild[];
  elsewhere: readonly ElsewhereEntry[];
  confounders: readonly Confounder[];
}

/** Reasons to believe a record or not, each with its numbers; those for it first. */
export function buildEvidence(input: EvidenceInput): EvidenceItem[] {
  return byKind([
    noiseItem(input),
    staysItem(input),
    buildsItem(input),
    neighboursItem(input),
    elsewhereItem(input),
    shiftItem(input),
    ...doubts(input),
  ]);
}

const RANK = { for: 0, against: 1, open: 2 };

/** Those for a record first. */
export function byKind(items: readonly (EvidenceItem | null)[]): EvidenceItem[] {
  return items.flatMap((item) => item ?? []).sort((a, b) => RANK[a.kind] - RANK[b.kind]);
}

function percent(ratio: number): string {
  return `${Math.round(Math.abs(ratio - 1) * 100)}%`;
}

function moveText(ratio: number): string {
  return ratio < 1 ? `Drop of ${percent(ratio)}` : `Gain of ${percent(ratio)}`;
}

const OPEN_TITLES = { evidence: 'Nothing known of the machine', host: 'The machine may have moved' } as const;
const OF_HOST =
  'Most tests moved with it, and a machine that others may use moves as a whole. Record both in rounds.';

function noiseItem({ cell, calibrated, canBeSure }: EvidenceInput): EvidenceItem {
  const move = `${moveText(Math.exp(cell.x))}. ${bandSentence(cell)}`;
  const source =
    calibrated || cell.rounds
      ? ''
      : ' No independent repeat run of this server and workload yet, so the noise is assumed.';
  if (cell.steal !== null) {
    return {
      kind: 'against',
      title: 'CPU withheld',
      text: `${move} ${stealSentence(cell.steal)}`,
    };
  }
  if (cell.changedBy === 'evidence' || cell.changedBy === 'host') {
    return {
      kind: 'open',
      title: OPEN_TITLES[cell.changedBy],
      text: `${move} ${cell.changedBy === 'host' ? OF_HOST : unknownNoiseText({ canBeSure })}`,
    };
  }
  if (cell.changedBy === 'guard') {
    return {
      kind: 'against',
      title: 'Repeats disagree',
      text: `${move} ${GUARDED}`,
    };
  }
  if (cell.mark === 'sure' || cell.mark === 'small') {
    const support = cell.changedBy === 'support' ? ' A count per operation changed with it.' : '';
    return { kind: 'for', title: 'Larger than noise', text: move + support + source };
  }
  return { kind: 'open', title: 'May be noise', text: move + source };
}

function staysItem({ record, ladder }: EvidenceInput): EvidenceItem | null {
  const from = ladder.findIndex(({ role }) => role === 'first bad');
  const fixed = ladder.findIndex(({ role }) => role === 'fixed');
  const own = ladder.slice(from, fixed < 0 ? undefined : fixed).filter(({ value }) => value !== null);
  if (from < 0 || own.length === 0) return null;
  const { version } = record.firstBad;
  if (record.step === 'isolated') {
    const back =
      record.fix.seen === null ? '' : `${record.fix.seen} is back at the old level: fixed, or a bad run.`;
    return { kind: 'against', title: 'One version only', text: `Only ${version} shows it. ${back}`.trim() };
  }
  const runs = own.reduce((sum, { results }) => sum + results, 0);
  if (own.length === 1 && runs < 2) {
    return {
      kind: 'open',
      title: 'One run so far',
      text: `It rests on one run of ${version}.`,
    };
  }
  const ratios = own.flatMap(({ toLastGood }) => toLastGood ?? []);
  const edge = record.kind === 'regression' ? Math.max(...ratios) : Math.min(...ratios);
  const side = record.kind === 'regression' ? 'under' : 'over';
  const what =
    own.length === 1
      ? `${runs} results of ${version} are`
      : `${own.length === 2 ? 'Both' : `All ${own.length}`} measured versions from ${version} on are`;
  return {
    kind: 'for',
    title: 'It stays',
    text: `${what} at or ${side} ${formatRatio(edge)} of ${record.lastGood.version}.`,
  };
}

/** How many of some verdicts show the change. */
function shown({ record }: EvidenceInput, verdicts: readonly Verdict[]): { yes: number; all: number } {
  const direction = record.kind === 'regression' ? 'slower' : 'faster';
  const judged = verdicts.filter(isCompared);
  return {
    yes: judged.filter((verdict) => verdictDirection(verdict) === direction).length,
    all: judged.length,
  };
}

function buildsItem(input: EvidenceInput): EvidenceItem | null {
  const { yes, all } = shown(
    input,
    input.builds.map(({ verdict }) => verdict),
  );
  if (all === 0) return null;
  const list = input.builds
    .filter(({ ratio }) => ratio !== null)
    .map(({ config, flavour, label, ratio }) => `${config ?? flavour ?? label} ${formatRatio(ratio)}`)
    .join(', ');
  const text = `${input.record.firstBad.version} with other builds: ${list}.`;
  if (yes === all) return { kind: 'for', title: 'Every config shows it', text };
  return yes === 0
    ? { kind: 'against', title: 'No other config shows it', text }
    : { kind: 'open', title: `${yes} of ${all} other configs show it`, text };
}

function neighboursItem(input: EvidenceInput): EvidenceItem | null {
  const column = input.record.firstBad.column;
  const others = input.neighbours.filter(({ isSelf }) => !isSelf);
  const cells = others.flatMap(({ key, cells: own }) => {
    const cell = own.find((each) => each.column === column);
    return cell ? [{ key, ...cell }] : [];
  });
  const { yes, all } = shown(
    input,
    cells.map(({ verdict }) => verdict),
  );
  if (all === 0) return null;
  if (yes === 0) {
    return {
      kind: 'open',
      title: 'Alone in its group',
      text:
        all === 1
          ? 'The other test of its group does not show it.'
          : `None of ${all} other tests of its group shows it.`,
    };
  }
  const direction = input.record.kind === 'regression' ? 'slower' : 'faster';
  const list = cells
    .filter(({ verdict }) => verdictDirection(verdict) === direction)
    .map(({ key, ratio }) => `${key} ${formatRatio(ratio)}`)
    .join(', ');
  return {
    kind: 'for',
    title: 'Neighbours move too',
    text: `${all === 1 ? 'The other test' : `${yes} of ${all} other tests`} of its group: ${list}.`,
  };
}

function elsewhereItem({ record, elsewhere }: EvidenceInput): EvidenceItem | null {
  const shown = shownElsewhere(record.kind, elsewhere);
  if (shown.all === 0) return null;
  const title = shown.yes === 0 ? 'Not seen elsewhere' : `Seen in ${shown.yes} of ${shown.all} other places`;
  return { kind: shown.yes === 0 ? 'open' : 'for', title, text: `The same versions: ${shown.list}.` };
}

/** Of the other places that decide whether a change is there, those that show it: as the table of them counts. */
export function shownElsewhere(kind: RegressionEntry['kind'], elsewhere: readonly ElsewhereEntry[]) {
  const decided = elsewhere.filter(({ verdict }) => showsChange(verdict, kind) !== 'open');
  return {
    yes: decided.filter(({ verdict }) => showsChange(verdict, kind) === 'yes').length,
    all: decided.length,
    list: decided
      .map(
        ({ server, workload, ratio }) =>
          `${server.name} (${workload.label}) ${ratio === null ? 'stopped' : formatRatio(ratio)}`,
      )
      .join(', '),
  };
}

/**
 * A broad change that costs account for speaks for a record of its direction; one that nothing accounts for, against
 * it.
 */
function shiftItem({ record, shift }: EvidenceInput): EvidenceItem | null {
  if (shift === null) return null;
  const text = columnShiftSentence(shift);
  if (!isBroadChange(shift)) return { kind: 'against', title: 'The whole column moved', text };
  const isSlower = shift.x < 0;
  if (isSlower !== (record.kind === 'regression')) return null;
  return { kind: 'for', title: isSlower ? 'A broad slowdown' : 'A broad speedup', text };
}

function doubts(input: EvidenceInput): (EvidenceItem | null)[] {
  const { confounders } = input;
  const builds = confounders.filter(({ what }) => what !== 'campaign');
  const campaign = confounders.find(({ what }) => what === 'campaign');
  return [
    builds.length === 0
      ? null
      : {
          kind: 'open',
          title: 'More than the version differs',
          text: `${builds.map(({ what, lastGood, firstBad }) => `${what} ${lastGood} and ${firstBad}`).join('; ')}.`,
        },
    campaign === undefined
      ? null
      : {
          kind: 'open',
          title: 'Two campaigns',
          text: `${campaign.lastGood} and ${campaign.firstBad}: the two versions are not known to have been measured together. Environment and time may differ.`,
        },
    bisectItem(input),
  ];
}

/** Releases between two point releases, if their numbers show a gap. */
function bisectItem({ record }: EvidenceInput): EvidenceItem | null {
  const { product, firstBad, lastGood } = record;
  const [good, bad] = [pointRelease(product, lastGood.version), pointRelease(product, firstBad.version)];
  const isNext = good && bad && good.major === bad.major && bad.point - good.point === 1;
  if (isNext || !good || !bad) return null;
  return {
    kind: 'open',
    title: 'Not bisected',
    text: `No run between ${lastGood.version} and ${firstBad.version} on this server: the change came somewhere between them.`,
  };
}
