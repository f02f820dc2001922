import type { Database } from '@basecase/db/database';
import {
  listSearchCells,
  listSearchRecords,
  listSearchUploads,
} from '@basecase/db/queries/search/list-found';
import { countSearched, readSearchCatalog } from '@basecase/db/queries/search/read-catalog';
import { readSearch, type SearchSource } from '@basecase/views/search';
import { type BenchRow, slowestRow, withDatabase } from './measure';

const RESULTS = 3;
const QUERIES = ['update-zipf 9.5.0 48', 'zipf', 'update 9', '8', 'bench-1 cached', 'updat-zpif 18.9'];

/** What people type, from the first letter of it to an answer, with nothing kept in memory: the worst of it. */
export function benchSearch(url: string): Promise<BenchRow> {
  return withDatabase(url, (database) => {
    const source = sourceOf(database);
    const reads = QUERIES.map((q) => [q, () => readSearch(source, { q, kind: '' }, RESULTS)]);
    const what = '(l) a search, 10,000 runs in the database, p95';
    return slowestRow(what, Object.fromEntries(reads), { calls: 40, warmUp: 3, limit: 50 });
  });
}

/** As the app asks, but the names are read for each search: as after every write. */
function sourceOf(database: Database): SearchSource {
  return {
    catalog: () => readSearchCatalog(database),
    counts: () => countSearched(database),
    cells: (input) => listSearchCells(database, input),
    records: (input) => listSearchRecords(database, input),
    uploads: (input) => listSearchUploads(database, input),
  };
}
