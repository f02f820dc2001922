import type { NormalizedRun } from '../../../model/run';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';

/** Runs of an upload of one file, and its diagnostics as code, line and message. */
export async function readText(text: string | Buffer, at = 'run.txt') {
  using directory = makeDirectory({ [at]: text });
  const { runs, diagnostics } = await readUpload(directory.path);
  // The directory of the test names no version, and clients of TPC-C print none.
  const said = diagnostics.filter(({ code }) => code !== 'UNKNOWN_VERSION');
  return { runs, said: said.map(({ code, line, message }) => [code, line, message]) };
}

export const read = (name: string) => readText(readFixture(name), name);

/** Values by metric of one test of the only run, or of the repeat that is given. */
export function valuesOf(runs: readonly NormalizedRun[], test: string, repeat = 1): Record<string, number> {
  const results = runs[0]?.results ?? [];
  const result = results.find((each) => each.test === test && each.repeat === repeat);
  return Object.fromEntries(result?.measurements.map(({ metric, value }) => [metric, value]) ?? []);
}

export const statusesOf = (runs: readonly NormalizedRun[]) =>
  runs.flatMap(({ results }) => results.map(({ test, status }) => `${test} ${status}`));
