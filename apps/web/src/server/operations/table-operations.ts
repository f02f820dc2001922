import { Readable } from 'node:stream';
import { documentSchema } from '@basecase/contract/document';
import { NotFoundError } from '@basecase/db/errors';
import { exportRuns, type RunExport } from '@basecase/db/export/export-runs';
import { listRunGroups } from '@basecase/db/export/list-run-groups';
import { loadRuns } from '@basecase/db/export/load-runs';
import { loadFrozenRuns } from '@basecase/db/permalinks/frozen-runs';
import type { ShownRuns } from '@basecase/db/types';
import type { NormalizedRun } from '@basecase/ingest/model';
import {
  chooseHeatmap,
  compareProblems,
  compareUrl,
  exportTable,
  namedColumns,
  settledState,
  shownRuns,
  toHeatmapData,
  withSplits,
} from '@basecase/views/compare';
import { documentText, TABLE_TYPES } from '@basecase/views/document';
import { DOCUMENT_KINDS, DOCUMENT_VIEWS, type FrozenView, isDocumentKind } from '@basecase/views/share';
import { z } from 'zod';
import { answers, database } from '../database';
import { loadSingleFile } from '../export/load-single-file';
import { drawSingleFile } from '../export/single-file';
import { followState } from '../pages/follow-state';
import { loadFrozen, loadFrozenDocument } from '../permalinks/load-frozen';
import { viewSource } from '../permalinks/view-source';
import { refuseAddress } from '../refuse-address';
import { serverCaller } from '../root';
import { createContext } from '../trpc';
import { bytes, defineRoute, json, texts } from './operation';
import { compareParameters, tableSchema, viewQueries } from './view-schemas';

/** Content type, for saving the bytes; NDJSON has no registered type. */
const RUN_EXPORT_TYPES: Readonly<Record<RunExport, string>> = {
  results: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const ENDINGS: Readonly<Record<RunExport, string>> = { results: 'results.ndjson', parquet: 'parquet' };

function isRunExport(format: string): format is RunExport {
  return format in ENDINGS;
}

/** A view as text, in one of the formats that pages copy. */
export function tableResponse(text: string, format: keyof typeof TABLE_TYPES): Response {
  return new Response(text, { headers: { 'content-type': `${TABLE_TYPES[format]}; charset=utf-8` } });
}

/**
 * The runs behind a view as a file to save.
 *
 * @param shown what the view shows of each of its heatmaps
 * @param name of the file, without its ending
 * @throws SettingError for more runs than leave at once
 */
export async function shownRunsFile(
  format: RunExport,
  shown: readonly ShownRuns[],
  name: string,
): Promise<Response> {
  return runsFile(format, loadRuns(database(), await listRunGroups(database(), shown)), name);
}

/**
 * Runs as a file to save.
 *
 * @throws NotFoundError where no number of them counts: an empty file would say nothing; what reading the first run throws; what a later one throws cuts the file
 */
export async function runsFile(
  format: RunExport,
  runs: AsyncIterable<NormalizedRun>,
  name: string,
): Promise<Response> {
  const iterator = runs[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) throw new NotFoundError('No number of this view counts');
  const pieces = Readable.from(exportRuns(format, startingWith(first.value, iterator)));
  return new Response(Readable.toWeb(pieces) as ReadableStream, {
    headers: {
      'content-type': RUN_EXPORT_TYPES[format],
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}.${ENDINGS[format]}"`,
    },
  });
}

async function* startingWith(
  first: NormalizedRun,
  rest: AsyncIterator<NormalizedRun>,
): AsyncGenerator<NormalizedRun> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** Parameters that are not of the page. */
const OTHERS = ['format'];

/** A table in the formats that pages copy. */
const table = { ...json(tableSchema), ...texts(TABLE_TYPES.csv, TABLE_TYPES.tsv, TABLE_TYPES.md) };
export const runContent = { ...texts(RUN_EXPORT_TYPES.results), ...bytes(RUN_EXPORT_TYPES.parquet) };
export const viewPath = z.object({ view: z.enum(DOCUMENT_KINDS) });

const ownQuery = { role: null, query: viewQueries.table, checks: 'own' } as const;

export const drawComparison = defineRoute({
  ...ownQuery,
  at: 'GET /api/v1/compare',
  summary: 'The compare page as a table. Takes the parameters of its URL.',
  parameters: compareParameters,
  answers: {
    200: {
      description: 'One metric relative to the base; a missing cell is null, never 0.',
      content: { ...table, ...runContent },
    },
  },
  problems: { 400: 'PARAMETER_INVALID, SETTING_INVALID' },
  async respond({ query: { format }, search }) {
    if (isRunExport(format)) {
      const { heatmap, data, state } = await readView(search);
      return shownRunsFile(format, [shownRuns(data, state)], `${heatmap.server}-${heatmap.workload}`);
    }
    // As text it is asked for again and again by scripts: nothing is read or written twice for them.
    const text = await answers().get(`compare ${search}`, null, async () => {
      const { view, data, state } = await readView(search);
      return exportTable({ view, data }, state, format);
    });
    return tableResponse(text, format);
  },
});

/** The heatmap that a query means. @throws AddressError for what it does not understand; NotFoundError without data */
async function readView(query: URLSearchParams) {
  const caller = serverCaller();
  const state = await followState(compareUrl.parse(query));
  const entries = await caller.compare.heatmaps();
  const entry = chooseHeatmap(entries, state);
  if (!entry) {
    if (entries.length > 0)
      refuseAddress(compareProblems(query, { entries, data: null, asked: state }, OTHERS));
    throw new NotFoundError('No data is loaded');
  }
  const heatmap = { server: entry.server.slug, workload: entry.workload.slug };
  const [whole, noise, records] = await Promise.all([
    caller.compare.view({ ...heatmap, warmups: state.warmups, nights: namedColumns(state) }),
    caller.compare.noise(heatmap),
    caller.compare.records(heatmap),
  ]);
  const view = withSplits(whole, state.split);
  const data = toHeatmapData(view, { noise, records });
  refuseAddress(compareProblems(query, { entries, data, asked: state }, OTHERS));
  return { heatmap, view, data, state: settledState(data, state) };
}

export const drawDocument = defineRoute({
  ...ownQuery,
  at: 'GET /api/v1/views/{view}',
  summary: 'Another view as tables. Also takes the URL parameters of its page.',
  path: viewPath,
  answers: {
    200: {
      description: 'All tables of the page, or the runs behind them.',
      content: { ...table, ...json(documentSchema), ...runContent },
    },
  },
  problems: { 400: 'PARAMETER_INVALID, SETTING_INVALID' },
  async respond({ query: { format }, key: view, search }) {
    if (!isDocumentKind(view)) {
      const message = `There is no view ${view.slice(0, 100)}. There is: ${DOCUMENT_KINDS.join(', ')}`;
      throw new NotFoundError(message);
    }
    const source = viewSource(createContext());
    const { load, problems } = DOCUMENT_VIEWS[view];
    refuseAddress(await problems(source, search, OTHERS));
    const loaded = await load(source, search);
    if (!loaded) throw new NotFoundError('Nothing of this view is loaded');
    if (isRunExport(format)) return shownRunsFile(format, loaded.read, view);
    return tableResponse(documentText(loaded.document, format), format);
  },
});

export const drawPermalink = defineRoute({
  ...ownQuery,
  query: viewQueries.frozen,
  at: 'GET /api/v1/permalinks/{slug}',
  summary:
    'The frozen numbers of a permalink as a table, or the runs that were frozen with it. Parameters override the state that was frozen with them.',
  parameters: compareParameters,
  answers: {
    200: {
      description: 'As from /api/v1/compare, or from /api/v1/views if the view is not a heatmap.',
      content: {
        ...table,
        ...json(z.union([tableSchema, documentSchema])),
        ...texts('text/html'),
        ...runContent,
      },
    },
  },
  problems: { 400: 'PARAMETER_INVALID' },
  async respond({ query: { format }, key: slug, search, baseUrl }) {
    if (format === 'html') return singleFile(slug, search, baseUrl);
    if (isRunExport(format)) {
      const frozen = await loadFrozen(slug);
      // Runs of other views leave whole.
      const wanted = frozen ? shownRuns(frozen.data, frozenState(frozen, search)) : undefined;
      return runsFile(format, await loadFrozenRuns(database(), slug, wanted), `frozen-${slug}`);
    }
    const document = await loadFrozenDocument(slug);
    if (document) return tableResponse(documentText(document.document, format), format);
    const frozen = await loadFrozen(slug);
    if (!frozen) throw new NotFoundError('No such permalink');
    return tableResponse(exportTable(frozen, frozenState(frozen, search), format), format);
  },
});

async function singleFile(slug: string, search: URLSearchParams, baseUrl: string): Promise<Response> {
  const stateOf = (frozen: FrozenView) => frozenState(frozen, search);
  const file = await loadSingleFile(slug, { baseUrl, stateOf });
  if (!file) throw new NotFoundError('No such permalink');
  return new Response(drawSingleFile(file), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // A page of the reader's own: saved, never shown under this address.
      'content-disposition': `attachment; filename="basecase-${slug}.html"`,
    },
  });
}

/** The state of a frozen heatmap, as the query changes it. */
function frozenState({ data, state }: FrozenView, query: URLSearchParams) {
  refuseAddress(compareProblems(query, { entries: [data], data }, OTHERS));
  return compareUrl.parse(query, state);
}
