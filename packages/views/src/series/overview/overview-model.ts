import { matchesFilter } from '@basecase/analysis';
import { filterText } from '../../results/test-row';
import type { SeriesState } from '../series-state';
import { lastRelease, type OverviewData, overviewHeads } from './overview-data';
import { type OverviewRow, overviewRow } from './overview-row';
import { sparkPlaces } from './overview-spark';
import { type GroupSummary, groupReadings, groupSummary, type ReadingGroup } from './overview-summary';
import { readTest } from './read-test';

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

const ALWAYS = ['changed', 'possible', 'absent'];

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
  if (changed) return id === 'changed' || id === 'possible';
  return !isLong || ALWAYS.includes(id);
}

/** True when most levels are unclear: then one sentence replaces a mark in each cell. */
export function isMostlyUnclear({ readings }: Pick<OverviewModel, 'readings'>): boolean {
  const levels = readings.filter(({ now }) => now !== null);
  return levels.filter(({ kind }) => kind === 'unclear').length > levels.length / 2;
}
