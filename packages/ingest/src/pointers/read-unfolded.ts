import { assembleRuns } from '../assemble/assemble-runs';
import { FileReader } from '../files/file-reader';
import { DEFAULT_LIMITS } from '../limits';
import type { Measurement, NormalizedResult, Variant } from '../model/run';
import { testLabel } from '../model/test-label';
import { unfoldJson } from './json-unfolder';

export type Bytes = AsyncIterable<Uint8Array>;

/** A number of a file, by its lines when each value of the file's JSON is on a separate line. */
export interface UnfoldedNumber
  extends Pick<Measurement, 'metric' | 'value' | 'unit' | 'source' | 'line' | 'lineEnd'>,
    Pick<NormalizedResult, 'repeat'>,
    Pick<Variant, 'version' | 'config'> {
  /** `read-only_range=100` */
  test: string;
}

/**
 * Reads one stored file as it was read when it came, unfolded: each number then tells by its line which value of the JSON
 * it is, whatever the format.
 *
 * @param file path within the upload: names of directories may identify the test
 */
export async function readUnfolded(content: Bytes, file: string): Promise<UnfoldedNumber[]> {
  const reader = new FileReader(file, { limits: DEFAULT_LIMITS, writer: null, hash: false });
  const unfold = unfoldJson({ bytes: (unfolded) => reader.write(unfolded) });
  for await (const chunk of content) unfold(chunk);
  const { log } = await reader.end();
  if (!log) return [];
  const { runs } = assembleRuns([{ path: file, log }], { rootLabel: '', device: undefined });
  return runs.flatMap(({ variant: { version, config }, results }) =>
    results.flatMap(({ test, range, repeat, measurements }) =>
      measurements.map(({ metric, value, unit, source, line, lineEnd }) => ({
        ...{ version, config, test: testLabel(test, range), repeat },
        ...{ metric, value, unit, source, line, lineEnd },
      })),
    ),
  );
}
