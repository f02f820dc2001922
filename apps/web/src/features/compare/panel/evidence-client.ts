import type { CellDetails, SourceModel } from '@basecase/views/compare';
import { throughputLogLines } from '@basecase/views/compare/cell';
import { api } from '../../../ui/api/api';
import type { CellQuery } from '../../../ui/why/use-pair';

/** Fetches what is known about a cell, with the lines its throughput was read from. */
export async function fetchDetails(query: CellQuery, signal: AbortSignal): Promise<CellDetails> {
  const { cell, base } = await api.compare.evidence.query(query, { signal });
  const lines = throughputLogLines(cell);
  const excerpt = lines ? await api.compare.excerpt.query({ ...lines }, { signal }) : null;
  return { cell, base, excerpt };
}

/** Fetches the log lines behind one number. */
export function fetchExcerpt(lines: NonNullable<SourceModel['excerpt']>) {
  return api.compare.excerpt.query(lines);
}
