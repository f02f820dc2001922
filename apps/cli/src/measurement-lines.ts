import {
  type Measurement,
  type NormalizedResult,
  type NormalizedRun,
  type ParsedUpload,
  testLabel,
} from '@basecase/ingest/model';

export type MeasurementFormat = 'ndjson' | 'tsv';

/** Columns of `basecase parse`, in this order; scripts rely on them. */
const COLUMNS = ['file', 'line', 'tool', 'run', 'test', 'metric', 'value', 'unit', 'source'] as const;

type MeasurementRecord = Record<(typeof COLUMNS)[number], string | number>;

/** The header line of a format, empty when it has none. */
export function measurementHeader(format: MeasurementFormat): string {
  return format === 'tsv' ? `${COLUMNS.join('\t')}\n` : '';
}

/**
 * The lines of an upload, result by result.
 *
 * `run` is the label of the run directory. `tool` is what the file was read as (sysbench, vmstat, iostat, sb.met).
 */
export function* measurementLines(upload: ParsedUpload, format: MeasurementFormat): Generator<string[]> {
  const kinds = new Map(upload.artifacts.map((artifact) => [artifact.path, artifact.kind]));
  for (const run of upload.runs) {
    for (const result of run.results) {
      yield result.measurements.map((measurement) => {
        const tool = kinds.get(measurement.file) ?? run.benchmark;
        return toLine({ ...toRecord(run, result, measurement), tool }, format);
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

function toLine(record: MeasurementRecord, format: MeasurementFormat): string {
  if (format === 'tsv') return `${COLUMNS.map((column) => toTsvField(record[column])).join('\t')}\n`;
  return `${JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [column, record[column]])))}\n`;
}

/** A file name may hold a tab or a line break; in TSV it would make a column or a row. */
function toTsvField(value: string | number): string {
  return String(value).replace(/[\t\r\n]/g, ' ');
}
