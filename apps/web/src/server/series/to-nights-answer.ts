import type { NightsAnswer } from '@basecase/contract/series';
import type { LineHistory } from '@basecase/db/types';
import { seriesHref } from '@basecase/views/series';

/** All tests of a line in all nights, as they are sent over HTTP. */
export function toNightsAnswer(
  { server, workload, line, lineKey, nights, hiddenNights, tests, said, isStale }: LineHistory,
  baseUrl: string,
): NightsAnswer {
  const place = { server: server.slug, workload: workload.slug, line: lineKey };
  return {
    ...place,
    ...line,
    url: `${baseUrl}${seriesHref(place)}`,
    isStale,
    hiddenNights,
    tests: tests.map(({ key, held }) => ({
      test: key,
      held: held.flatMap((night) => nights[night]?.column ?? []),
    })),
    nights: nights.map(({ build: { at, commit, number }, measuredAt, column, facts, values }) => ({
      at,
      measuredAt,
      commit,
      number,
      column,
      facts,
      values,
    })),
    annotations: said.map(({ id, at, label, by }) => ({ id, at, label, by })),
  };
}
