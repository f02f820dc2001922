import type { TimelinePair } from '@basecase/views/compare';
import { type CellDetails, throughputLogLines } from '@basecase/views/compare';
import { api } from '../../../ui/api/api';

export interface EvidenceQuery {
  server: string;
  workload: string;
  test: string;
  column: string;
  base: string;
}

/** Fetches what is known about a cell, with the lines its throughput was read from. */
export async function fetchDetails(query: EvidenceQuery, signal: AbortSignal): Promise<CellDetails> {
  const { cell, base } = await api.compare.evidence.query(query, { signal });
  const lines = throughputLogLines(cell);
  const excerpt = lines ? await api.compare.excerpt.query({ ...lines }, { signal }) : null;
  return { cell, base, excerpt };
}

/** Fetches what the logs of a cell and of its base hold over time. */
export function fetchTimelines(
  query: EvidenceQuery & { repeat: number },
  signal: AbortSignal,
): Promise<TimelinePair> {
  return api.compare.details.query(query, { signal });
}

/** Fetches the log lines behind one number. */
export function fetchExcerpt(lines: { artifactId: string; line: number; lineEnd: number }) {
  return api.compare.excerpt.query(lines);
}
