import {
  type Measurement,
  type NormalizedResult,
  type NormalizedRun,
  type ParsedUpload,
  testLabel,
} from '@basecase/ingest/model';
import { type RecordFormat, toRecordLine } from './record-lines';

/** Columns of `basecase parse`, in this order; scripts rely on them. */
const COLUMNS = ['file', 'line', 'tool', 'run', 'test', 'metric', 'value', 'unit', 'source'] as const;

type MeasurementRecord = Record<(typeof COLUMNS)[number], string | number>;

/** The header line of a format, empty when it has none. */
export function measurementHeader(format: RecordFormat): string {
  return format === 'tsv' ? `${COLUMNS.join('\t')}\n` : '';
}

/**
 * The lines of an upload, result by result.
 *
 * `run` is the label of the run directory. `tool` is what the file was read as (sysbench, vmstat, iostat, sb.met).
 */
export function* measurementLines(upload: ParsedUpload, format: RecordFormat): Generator<string[]> {
  const kinds = new Map(upload.artifacts.map((artifact) => [artifact.path, artifact.kind]));
  for (const run of upload.runs) {
    for (const result of run.results) {
      yield result.measurements.map((measurement) => {
        const tool = kinds.get(measurement.file) ?? run.benchmark;
        return toRecordLine(COLUMNS, { ...toRecord(run, result, measurement), tool }, format);
      });
    }
  }
}

function toRecord(
  run: NormalizedRun,
  result: NormalizedResult,
  measurement: Measurement,
): Omit<MeasurementRecord, 'tool'> {
  const { file, line, metric, value, unit, source } = measurement;
  return {
    file,
    line,
    run: run.label,
    test: testLabel(result.test, result.range),
    metric,
    value,
    unit,
    source,
  };
}
