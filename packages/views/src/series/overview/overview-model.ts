import { groupBy, matchesFilter } from '@basecase/analysis';
import { buildName } from '@basecase/ingest/model';
import { listHref } from '../../regressions/regressions-state';
import { filterText } from '../../results/test-row';
import { countText } from '../../text/words';
import type { SeriesState } from '../series-state';
import { findNight, lastRelease, nightText, type OverviewData, overviewHeads } from './overview-data';
import { type OverviewRow, overviewRow } from './overview-row';
import { readTest, sparkPlaces, type TestKind, type TestReading } from './read-test';

/** Tests that are drawn; of more, those that have something to say. */
export const MAX_TESTS = 200;

/** What the address chose of an overview. */
export type OverviewChoice = Pick<
  SeriesState,
  'base' | 'columns' | 'order' | 'q' | 'changed' | 'all' | 'fold'
>;

interface OverviewGroup {
  id: string;
  label: string;
  open: boolean;
  summary: GroupSummary;
  rows: OverviewRow[];
}

export type OverviewModel = ReturnType<typeof overviewModel>;

const ALWAYS = ['stopped', 'changed', 'possible', 'absent'];

/** Everything that the overview of a line draws. */
export function overviewModel(data: OverviewData, state: OverviewChoice) {
  const readings = data.tests.map((test) => readTest(data, test, state.base));
  const heads = overviewHeads(data, Number(state.columns));
  const matching = readings.filter(({ test }) => matchesFilter(filterText(test.test), state.q));
  const isLong = matching.length > MAX_TESTS && !state.all;
  const groups = groupReadings(matching).filter(({ id }) => isShown(id, { ...state, isLong }));
  const shown = groups.reduce((sum, { readings: own }) => sum + own.length, 0);
  const view = { data, state, heads, places: sparkPlaces(data, state.order) };
  return {
    data,
    /** Of all tests of the line, whatever is filtered. */
    readings,
    /** `18.4`; null: no release was measured there, or the first level was asked for. */
    release: readings.some(({ base }) => base?.kind === 'release') ? lastRelease(data) : null,
    heads,
    groups: groups.map((group): OverviewGroup => {
      const { id, label, readings: own } = group;
      return {
        id,
        label,
        open: !state.fold.includes(id),
        summary: groupSummary(data, group),
        rows: own.map((reading) => overviewRow(reading, view)),
      };
    }),
    /** Tests that are left out because there are too many; 0 nearly always. */
    hidden: isLong && !state.changed ? matching.length - shown : 0,
  };
}

function isShown(
  id: ReadingGroup['id'],
  { changed, isLong }: Pick<OverviewChoice, 'changed'> & { isLong: boolean },
): boolean {
  if (changed) return id === 'stopped' || id === 'changed' || id === 'possible';
  return !isLong || ALWAYS.includes(id);
}

/** True when most levels are unclear: then one sentence replaces a mark in each cell. */
export function isMostlyUnclear({ readings }: Pick<OverviewModel, 'readings'>): boolean {
  const levels = readings.filter(({ now }) => now !== null);
  return levels.filter(({ kind }) => kind === 'unclear').length > levels.length / 2;
}

/** The summary next to the name of a group. */
export interface GroupSummary {
  /** `5 slower`; empty without. */
  slower: string;
  faster: string;
  text: string;
  /** Behind the text: records of the tests that changed in one night. */
  link: { text: string; href: string } | null;
}

const NOTHING: GroupSummary = { slower: '', faster: '', text: '', link: null };

/** Sums up a group: counts, and what its tests have in common. */
function groupSummary(data: OverviewData, { id, readings }: ReadingGroup): GroupSummary {
  switch (id) {
    case 'stopped':
      return { ...NOTHING, text: 'no number any more: counted as neither slower nor unchanged' };
    case 'changed':
      return changedSummary(data, readings);
    case 'possible':
      return { ...NOTHING, text: possibleText(readings) };
    case 'beside':
      return { ...NOTHING, text: besideText(data, readings) };
    case 'absent':
      return { ...NOTHING, text: 'no value in the newest nights: counted as neither changed nor unchanged' };
    default:
      return { ...NOTHING, text: plainText(readings) };
  }
}

function changedSummary(data: OverviewData, readings: readonly TestReading[]): GroupSummary {
  const count = (kind: TestReading['kind']) => readings.filter((own) => own.kind === kind).length;
  const moved = count('moved');
  const external = readings.filter(({ began }) => began?.brokenBy);
  const same = sameNight(readings);
  const texts = [
    moved > 0 ? `${moved} moved to where the base is` : '',
    external.length > 0 ? `${external.length} ${besideText(data, external)}` : '',
    same ? `${numberWord(same.count)} of them since the same night, ${nightText(data, same.night).day}:` : '',
  ].filter(Boolean);
  return {
    slower: count('slower') > 0 ? `${count('slower')} slower` : '',
    faster: count('faster') > 0 ? `${count('faster')} faster` : '',
    text: texts.join('; '),
    link: same && { text: 'one suspected cause', href: causeHref(data, same) },
  };
}

/** `at kernel 6.8 → 6.14, not counted against PostgreSQL` */
function besideText({ line }: OverviewData, readings: readonly TestReading[]): string {
  const labels = new Set(readings.map(({ began }) => began?.brokenBy?.label));
  return `at ${[...labels].join(', ')}, not counted against ${line.product}`;
}

type SameNight = NonNullable<ReturnType<typeof sameNight>>;

/** The night with the most changes in one direction that are attributed to the software; null with fewer than two. */
function sameNight(readings: readonly TestReading[]) {
  const charged = readings.flatMap(({ began }) =>
    began && began.brokenBy === null && began.direction !== null
      ? [{ night: began.firstBad, direction: began.direction }]
      : [],
  );
  const families = [...groupBy(charged, ({ night, direction }) => `${night} ${direction}`).values()];
  const [largest] = families.toSorted((a, b) => b.length - a.length);
  const [one] = largest ?? [];
  return largest && one && largest.length > 1 ? { ...one, count: largest.length } : null;
}

/** The records of a night on this server. */
function causeHref(data: OverviewData, { night, direction }: SameNight): string {
  const { product, version } = data.line;
  const found = findNight(data, night);
  return listHref({
    kind: direction === 'slower' ? 'regression' : 'improvement',
    product,
    server: data.server.slug,
    state: 'all',
    ...(found && { since: `${version} ${buildName(found.build)}` }),
  });
}

function possibleText(readings: readonly TestReading[]): string {
  const newest = readings.filter((own) => own.newest !== null).length;
  const others = readings.filter((own) => own.newest === null);
  const doubtful = others.filter(({ began }) => began?.state === 'possible').length;
  const noise = others.length - doubtful;
  const isOne = [newest, doubtful, noise].filter((count) => count > 0).length === 1;
  const says = (count: number, words: string) => (count === 0 ? '' : isOne ? words : `${count} ${words}`);
  return [
    says(newest, 'in the newest two nights; a third night of the new level decides'),
    says(doubtful, 'at a level that chance or a drift may explain'),
    says(noise, `not beyond the noise of ${others[0]?.base?.label ?? 'the base'}`),
  ]
    .filter(Boolean)
    .join('; ');
}

function plainText(readings: readonly TestReading[]): string {
  const back = readings.filter(({ isBack }) => isBack).length;
  const count = (kind: TestReading['kind']) => readings.filter((own) => own.kind === kind).length;
  const few = count('few');
  return [
    count('same') - back > 0 ? `${count('same') - back} without a change` : '',
    back > 0 ? `${back} back where it was` : '',
    count('unclear') > 0 ? `${count('unclear')} within noise` : '',
    few > 0 ? `${countText(few, 'test')} without a level yet` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

function numberWord(count: number): string {
  return NUMBERS[count] ?? String(count);
}

/** Tests under one heading; a test is in one group only. */
export type ReadingGroup = ReturnType<typeof groupReadings>[number];

const FIRST: readonly { id: string; label: string; kinds: readonly TestKind[] }[] = [
  { id: 'stopped', label: 'Stopped working', kinds: ['stopped'] },
  { id: 'changed', label: 'Changed', kinds: ['slower', 'faster', 'moved'] },
  { id: 'possible', label: 'Likely only', kinds: ['possible'] },
  { id: 'beside', label: 'Not attributed', kinds: ['beside'] },
  { id: 'absent', label: 'Not measured', kinds: ['absent'] },
];

/** Ids of groups are those of the domain: none of them may be one of the first. */
const DOMAIN = 'tests-';

/** The groups of some tests, each in the order in which it is read. */
export function groupReadings(readings: readonly TestReading[]) {
  const first = FIRST.map(({ id, label, kinds }) => {
    const own = readings.filter(({ kind }) => kinds.includes(kind));
    return { id, label, readings: id === 'absent' ? own : own.toSorted(bySize) };
  });
  const rest = readings.filter(({ kind }) => !FIRST.some(({ kinds }) => kinds.includes(kind)));
  const domain = [...groupBy(rest, ({ test }) => test.test.group)].map(([group, own]) => ({
    /** `changed`, `possible`, `absent`, or that of the domain's group. */
    id: DOMAIN + group,
    label: own[0]?.test.test.groupLabel ?? group,
    readings: own,
  }));
  return [...first, ...domain].filter(({ readings: own }) => own.length > 0);
}

/** The largest effect first; what came to where the base is follows all that are away from it. */
function bySize(a: TestReading, b: TestReading): number {
  return Number(a.kind === 'moved') - Number(b.kind === 'moved') || sizeOf(b) - sizeOf(a);
}

/** How far a test is from the base; of one that came there how far its last change went. */
function sizeOf({ kind, now, began }: TestReading): number {
  const ratio = kind === 'moved' ? began?.ratio : now?.ratio;
  return Math.abs(Math.log(ratio ?? 1));
}
