import { readTableSample, type TableSample } from '@basecase/ingest/model';

/** As much as detection on the server looks at. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * The beginning of a file that looks like a table of results; null of any other.
 *
 * @returns isCut: the file is longer than what was looked at
 */
export async function findTable(file: File): Promise<{ sample: TableSample; isCut: boolean } | null> {
  const isCut = file.size > SAMPLE_BYTES;
  // A file that can't be read is sent as any other: sending reports the problem.
  const text = await file
    .slice(0, SAMPLE_BYTES)
    .text()
    .catch(() => '');
  const sample = readTableSample(text, { isCut, mostRows: Number.POSITIVE_INFINITY });
  return sample && { sample, isCut };
}
