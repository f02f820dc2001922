import type { JudgedNights, PlacedBuild } from '@basecase/analysis';
import type { NightsInView } from '@basecase/db/types';
import type { Build } from '@basecase/ingest/model';

/** A line of nights as its series were judged, in the numbers of the view. */
export type SentNights = ReturnType<typeof toSentNights>[number];

export function toSentNights(
  nights: readonly NightsInView[],
  { columns, rows }: { columns: readonly { slug: string }[]; rows: readonly { key: string }[] },
) {
  const places = new Map(columns.map(({ slug }, index) => [slug, index]));
  return nights.map((line) => {
    const own = Object.entries(line.places).flatMap(([slug, place]): [number, number][] => {
      const column = places.get(slug);
      return column === undefined ? [] : [[column, place]];
    });
    return {
      /** Index of the column of each night; null: too old to be in the view. */
      columns: line.columns.map((slug) => places.get(slug) ?? null),
      /** By row of the data; null: the test has no series. */
      verdicts: rows.map(({ key }) => line.verdicts[key] ?? null),
      ...(own.length > 0 && { places: own }),
    };
  });
}

/** The same for some of the columns. */
export function nightsOfColumns(nights: readonly SentNights[], source: readonly number[]): JudgedNights[] {
  const shown = (column: number | null) => {
    const place = column === null ? -1 : source.indexOf(column);
    return place === -1 ? null : place;
  };
  return nights.map(({ columns, verdicts, places = [] }) => ({
    columns: columns.map(shown),
    verdicts,
    places: new Map(
      places.flatMap(([column, place]): [number, number][] => {
        const own = shown(column);
        return own === null ? [] : [[own, place]];
      }),
    ),
  }));
}

/** What names and places a build; pages of its commits are on the page of the series. */
export function sentBuild({
  commit,
  branch,
  committedAt,
  number,
  parents,
  at,
}: Build & { at?: string }): PlacedBuild {
  return {
    commit,
    branch,
    committedAt,
    number,
    url: null,
    repository: null,
    ...(parents && { parents }),
    ...(at !== undefined && { at }),
  };
}
