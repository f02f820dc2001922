import type { Database } from '../../database';
import type { LineHistory, OverviewTest, SaidAnnotation, SeriesAnnotation } from '../../types/series';
import { MAX_NIGHTS } from './get-series';
import { getSeriesOverview, type OverviewQuestion } from './get-series-overview';
import { listPlainColumns } from './night-lines';

/**
 * All tests of a line in all nights, for whoever judges a night that is not stored yet.
 *
 * @throws NotFoundError without nights, or for an unknown line
 */
export async function getLineHistory(
  database: Database,
  question: Omit<OverviewQuestion, 'nights'>,
): Promise<LineHistory> {
  const [overview, columns] = await Promise.all([
    getSeriesOverview(database, { ...question, nights: MAX_NIGHTS, failures: true }),
    listPlainColumns(database, question),
  ]);
  const columnOf = new Map(columns.map((column) => [column.slug, column]));
  const { server, workload, line, lineKey, first, nights, tests, annotations, isStale } = overview;
  return {
    server,
    workload,
    line,
    lineKey,
    nights: nights.map((night, index) => {
      const { facts = {}, config, line: joined } = columnOf.get(night.column) ?? {};
      const failed = tests.map((test) => test.failed?.[index] ?? null);
      return {
        ...night,
        facts,
        ...(joined !== undefined && config && { config }),
        values: tests.map(({ values }) => values[index] ?? null),
        ...(failed.some((part) => part !== null) && { failed }),
      };
    }),
    hiddenNights: first,
    tests: tests.map((test) => ({ key: test.test.key, held: heldNights(test, first) })),
    said: annotations.filter(isSaid),
    isStale,
  };
}

/** An environment change has no first bad night to hold. */
function heldNights({ verdict }: OverviewTest, first: number): number[] {
  return (verdict?.changes ?? [])
    .filter(({ state, brokenBy, firstBad }) => state === 'sure' && brokenBy === null && firstBad >= first)
    .map(({ firstBad }) => firstBad - first);
}

function isSaid(annotation: SeriesAnnotation): annotation is SaidAnnotation {
  return annotation.id !== null;
}
