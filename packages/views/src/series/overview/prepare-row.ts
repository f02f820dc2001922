import {
  costRatio,
  DEFAULT_THRESHOLD,
  formatRatio,
  isChange,
  type Level,
  NEUTRAL,
  NO_VALUE,
  verdictFill,
  verdictLevel,
} from '@basecase/analysis';
import { noteOf } from '../../results/test-row';
import { sizeText } from '../night-text';
import { type SeriesState, seriesHref } from '../series-state';
import { unseenWords } from '../shown-verdict';
import type { OverviewData } from './overview-data';
import { type OverviewCell, prepareOverviewCells } from './prepare-cells';
import type { OverviewHead } from './prepare-heads';
import { type OverviewSince, prepareSince } from './prepare-since';
import { type OverviewSpark, prepareOverviewSpark } from './prepare-spark';
import type { TestKind, TestReading } from './read-test';

/** The newest level of a test as it is shown. */
export interface OverviewLevel {
  /** `0.90`. */
  text: string;
  /** `± 0.02`; empty without. */
  size: string;
  level: Level;
  /** Filled where it is sure, hollow where it is possible, dim where nothing can be told. */
  look: 'sure' | 'possible' | 'unclear' | 'plain';
  direction: 'up' | 'dn' | null;
  /** `regression`; empty where there is nothing to say. */
  word: string;
  ratio: number | null;
}

export interface OverviewRow {
  key: string;
  name: string;
  /** `range=100`, or the unit where it is not queries/s. */
  note: string;
  kind: TestKind;
  href: string;
  spark: OverviewSpark | null;
  level: OverviewLevel;
  since: OverviewSince;
  /** What an operation costs at the newest level, to the base. */
  cost: { text: string; level: Level; ratio: number | null };
  cells: OverviewCell[];
}

/** What rows of one view have in common. */
export interface RowView {
  data: OverviewData;
  state: Pick<SeriesState, 'base'>;
  heads: readonly OverviewHead[];
  /** Where each night lies in a sparkline. */
  places: readonly number[];
}

/** Everything that the row of a test shows. */
export function prepareOverviewRow(
  reading: TestReading,
  { data, state, heads, places }: RowView,
): OverviewRow {
  const { test, kind } = reading;
  return {
    key: test.test.key,
    name: test.test.name,
    note: noteOf(
      test.test,
      data.tests.map((one) => one.test),
    ),
    kind,
    href: seriesHref({
      server: data.server.slug,
      workload: data.workload.slug,
      line: data.lineKey,
      test: test.test.key,
      base: state.base,
    }),
    spark: prepareOverviewSpark(data, reading, places),
    level: prepareLevel(reading),
    since: prepareSince(data, reading),
    cost: prepareCost(reading),
    cells: prepareOverviewCells(reading, heads),
  };
}

function prepareLevel({ kind, now }: TestReading): OverviewLevel {
  if (!now) {
    return {
      text: NO_VALUE,
      size: '',
      level: NEUTRAL,
      look: 'plain',
      direction: null,
      word: '',
      ratio: null,
    };
  }
  const { ratio, verdict, isSeen } = now;
  const isFlagged = kind === 'slower' || kind === 'faster' || kind === 'possible';
  // 1.00 in the hue of a gain, because a kernel took it back, would contradict itself.
  if (isFlagged && !isSeen) {
    const size = sizeText(now).replace(/^\S+ /, '');
    const word = unseenWords(verdict);
    return { text: formatRatio(ratio), size, level: NEUTRAL, look: 'plain', direction: null, word, ratio };
  }
  return {
    text: formatRatio(ratio),
    size: sizeText(now).replace(/^\S+ /, ''),
    level: kind === 'possible' ? NEUTRAL : verdictFill(verdict, ratio),
    look: kind === 'possible' ? 'possible' : kind === 'unclear' ? 'unclear' : isFlagged ? 'sure' : 'plain',
    direction: isFlagged ? (verdict.endsWith('regression') ? 'dn' : 'up') : null,
    word: isFlagged || kind === 'unclear' ? verdict : '',
    ratio,
  };
}

/** Of the newest level alone: what the newest nights cost is not known before they are one. */
function prepareCost({ test, base, kind, newest }: TestReading): OverviewRow['cost'] {
  const isShown = base?.kind === 'release' && kind !== 'absent' && !(kind === 'possible' && newest);
  const ratio = isShown
    ? costRatio('cpu_per_op', test.verdict?.costs.cpu_per_op ?? null, test.release?.costs.cpu_per_op ?? null)
    : null;
  if (ratio === null) return { text: '', level: NEUTRAL, ratio: null };
  const level = verdictLevel(ratio, 'lower-is-better', DEFAULT_THRESHOLD);
  // A hue is for what moved with a change: no noise of a cost says whether it changed by itself.
  const isFlagged = kind === 'slower' || kind === 'faster' || kind === 'possible';
  return { text: formatRatio(ratio), level: isFlagged && isChange(level) ? level : NEUTRAL, ratio };
}
