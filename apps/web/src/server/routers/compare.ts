import { slug } from '@basecase/contract/fields';
import { MAX_TEXT } from '@basecase/contract/words';
import { getCellDetails } from '@basecase/db/queries/get-cell-details';
import { type CellAddress, getCellEvidence, getLogExcerpt } from '@basecase/db/queries/get-cell-evidence';
import { getCompareView } from '@basecase/db/queries/heatmaps/get-compare-view';
import { listColumnSetups } from '@basecase/db/queries/heatmaps/list-column-setups';
import { listDisclosedRuns } from '@basecase/db/queries/heatmaps/list-disclosed-runs';
import { listHeatmaps } from '@basecase/db/queries/heatmaps/list-heatmaps';
import { getCellCounters, hasCellCounters } from '@basecase/db/queries/why/get-cell-counters';
import { getCellProfile, hasCellProfile } from '@basecase/db/queries/why/get-cell-profile';
import { getClientCurve } from '@basecase/db/queries/why/get-client-curve';
import { getSecondStrips } from '@basecase/db/queries/why/get-second-strips';
import { listHeatmapRecords } from '@basecase/db/regressions/list-line-records';
import { getHeatmapNoise } from '@basecase/db/regressions/noise/noise-atlas';
import type { HeatmapAddress } from '@basecase/db/types';
import { isMetricId } from '@basecase/ingest/model';
import { productsElsewhere, toNamedHeatmaps } from '@basecase/views/compare';
import { discloseRuns } from '@basecase/views/runs';
import type { WhyTab } from '@basecase/views/why';
import { z } from 'zod';
import { heatmap } from '../input-schemas';
import { partOf, procedure, reading, readingHeatmap, router } from '../trpc';

const line = z.number().int().positive();
/** 1: the first repeat of the oldest run. */
const repeat = z.number().int().min(1).max(10_000).default(1);
/** Columns and bases of an address, 500 of each, and the few that are named alone. */
const MAX_NAMED = 1010;
const cellInput = heatmap.extend({ test: slug, column: slug, base: slug });

/** The same of a cell and of its base; null for the base where the cell is the base itself. */
async function ofPair<Answer>(
  { base, ...cell }: z.infer<typeof cellInput>,
  read: (cell: CellAddress) => Promise<Answer>,
): Promise<{ cell: Answer; base: Answer | null }> {
  const [own, ofBase] = await Promise.all([
    read(cell),
    base === cell.column ? null : read({ ...cell, column: base }),
  ]);
  return { cell: own, base: ofBase };
}

/** Which number of the lines: for JSON the answer tells which value it is. */
const number = z.object({
  test: z.string().max(MAX_TEXT),
  version: z.string().max(200),
  config: z.string().max(200).nullable(),
  repeat: z.number().int(),
  metric: z.string().max(300).refine(isMetricId),
  value: z.number(),
  source: z.enum(['reported', 'computed']),
});

const heatmaps = reading(listHeatmaps);

export const compareRouter = router({
  /** Every server × workload that has results. */
  heatmaps: procedure.query(heatmaps),

  /** The same by name, without what every run changes: what a page needs that knows which one it shows. */
  choices: procedure.query(partOf(heatmaps, toNamedHeatmaps)),

  /** Products of the benchmark that this heatmap has no runs of, and where they are. */
  elsewhere: procedure.input(heatmap).query(
    partOf(heatmaps, (entries, { server, workload }: HeatmapAddress) => {
      const here = entries.find((entry) => entry.server.slug === server && entry.workload.slug === workload);
      return here ? productsElsewhere(entries, here) : [];
    }),
  ),

  /** The absolute values of one heatmap; NOT_FOUND for a server or workload that does not exist. */
  view: procedure
    .input(
      heatmap.extend({ warmups: z.boolean().optional(), nights: z.array(slug).max(MAX_NAMED).optional() }),
    )
    .query(readingHeatmap(getCompareView)),

  /**
   * How much its tests move when nothing changed: what verdicts rest on. It follows merges, so the heatmap that it reads may
   * have another name than the one that is asked for.
   */
  noise: procedure.input(heatmap).query(reading(getHeatmapNoise)),

  /** What its columns ran with besides what their names say. */
  setups: procedure.input(heatmap).query(readingHeatmap(listColumnSetups)),

  /** What a repetition of the runs of some columns needs, known or missing; null for no run. */
  disclosure: procedure
    .input(heatmap.extend({ columns: z.array(slug).max(MAX_NAMED) }))
    .query(readingHeatmap(async (db, input) => discloseRuns(await listDisclosedRuns(db, input)))),

  /** Losses of its tests that are recorded, each against the level before. */
  records: procedure.input(heatmap).query(reading(listHeatmapRecords)),

  /** Everything known about one cell, and about the cell of the base it is divided by. */
  evidence: procedure
    .input(cellInput)
    .query(readingHeatmap((db, pair) => ofPair(pair, (cell) => getCellEvidence(db, cell)))),

  /** Samples over time from the logs of a cell and of its base. Reads files, so it is asked for on demand. */
  details: procedure
    .input(cellInput.extend({ repeat }))
    .query(({ ctx, input: { repeat: chosen, ...pair } }) =>
      ofPair(pair, (cell) => getCellDetails(ctx.db, ctx.blobs, { ...cell, repeat: chosen })),
    ),

  /** Seconds × versions of a test. Reads files. */
  strips: procedure
    .input(cellInput)
    .query(({ ctx, input: { column, base, ...test } }) =>
      getSecondStrips(ctx.db, ctx.blobs, { ...test, columns: [base, column] }),
    ),

  /** How far the counters of the server went up over the test, for a cell and its base. Reads files. */
  counters: procedure
    .input(cellInput)
    .query(({ ctx, input }) => ofPair(input, (cell) => getCellCounters(ctx.db, ctx.blobs, cell))),

  /** Where the CPU time of a cell and of its base went, by stack. Reads files. */
  profile: procedure
    .input(cellInput)
    .query(({ ctx, input }) => ofPair(input, (cell) => getCellProfile(ctx.db, ctx.blobs, cell))),

  /** The same test at other numbers of clients, of a cell and of its base. */
  clients: procedure.input(cellInput).query(reading(getClientCurve)),

  /** Tabs of a cell that have something to show, of those that are read on demand. */
  recorded: procedure.input(cellInput).query(async ({ ctx: { db }, input }): Promise<WhyTab[]> => {
    const { cell, base } = await ofPair(input, async (each) => ({
      counters: await hasCellCounters(db, each),
      flamegraph: await hasCellProfile(db, each),
    }));
    const { points } = await getClientCurve(db, input);
    return [
      ...(cell.counters || base?.counters ? (['counters'] as const) : []),
      ...(cell.flamegraph || base?.flamegraph ? (['flamegraph'] as const) : []),
      ...(points.length > 1 ? (['clients'] as const) : []),
    ];
  }),

  /** The log lines a number was read from, with some around them. */
  excerpt: procedure
    .input(
      z.object({
        artifactId: slug,
        line,
        lineEnd: line,
        context: z.number().int().min(0).max(50).default(2),
        number: number.optional(),
      }),
    )
    .query(({ ctx, input }) => getLogExcerpt(ctx.db, ctx.blobs, input)),
});
