import { type NormalizedRun, type ParsedUpload, testLabel } from '@basecase/ingest/model';
import { Option } from 'commander';
import type { CliCommand } from '../cli-command';
import { type Finding, noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { type RecordFormat, toRecordLine } from '../lines/record-lines';
import { addOptions, type ReadOptions } from '../options';

const PARSE_EXAMPLES = `
Columns: file line tool run test metric value unit source
  file is relative to PATH; tool is the format the file was read as; run is the label of the run directory;
  source is "reported" (printed by a tool) or "computed" (from raw samples). Values are in base units.

Examples:
  basecase parse x.my9500.z12a.pk1 --format tsv
  basecase parse runs/ --format results > results.ndjson    in the open format, which reads back to the same numbers
  basecase parse runs/ --format parquet --output runs.parquet   a row for each number, for DuckDB or pandas
  basecase parse run.tar.gz | jq -r 'select(.metric == "throughput") | [.test, .value] | @tsv'
  basecase parse sb.o.insert.range100.pk1.dop1.gz           a single log
  basecase parse --explain results/                         why a file was not read, or was read as another format
  basecase parse --details sb.io.scan.range100.pk1.dop1     second by second: file line tool what of name at value unit
  basecase parse --pointers results.json                    which value of the JSON: file line text pointer test metric …`;

export interface ParseOptions extends ReadOptions {
  /** `ndjson` when left out, text for `explain`. `results`: the open format. */
  format?: RecordFormat | 'results' | 'parquet';
  /** File to write, of `parquet`. */
  output?: string;
  /** Say how each file was recognized instead of reading numbers. */
  explain?: boolean;
  /** Series, histograms and facts of single files instead of measurements. */
  details?: boolean;
  /** The JSON Pointer of each number of single files. */
  pointers?: boolean;
}

export function defineParse(command: CliCommand, io: Io): void {
  command
    .addOption(
      new Option('--format <format>', 'output format (default: ndjson)').choices([
        'ndjson',
        'tsv',
        'results',
        'parquet',
      ]),
    )
    .option('--output <file>', 'where to write; parquet needs it')
    .option('--explain', 'print for each file which formats were considered and which one was chosen')
    .option('--details', 'print series, histograms and facts of single files instead of measurements')
    .option('--pointers', 'print for each number of single JSON files which value it was read from');
  addOptions(command, 'reading', 'verbose')
    .addHelpText('after', PARSE_EXAMPLES)
    .runs((paths: string[], options: ParseOptions) => runParse(paths, options, io));
}

/**
 * `basecase parse`: every measurement of every path, one line each, printed path by path.
 *
 * @throws UsageError for options that exclude each other
 */
export async function runParse(paths: string[], options: ParseOptions, io: Io): Promise<ExitCode> {
  const chosen = [options.explain, options.details, options.pointers].filter(Boolean);
  if (chosen.length > 1) throw new UsageError('choose one of --explain, --details and --pointers.');
  const { format = 'ndjson' } = options;
  if (format === 'results' || format === 'parquet') {
    if (chosen.length > 0)
      throw new UsageError(
        `--format ${format} is of measurements: not with --explain, --details or --pointers.`,
      );
    return format === 'results' ? printResults(paths, options, io) : writeParquet(paths, options, io);
  }
  if (options.output) throw new UsageError('--output is for --format parquet; other formats are printed.');
  // Loaded late: `--help` must not wait for the parsers.
  if (options.explain)
    return (await import('./explain')).runExplain(paths, options.format ? format : 'text', io);
  if (options.details || options.pointers) {
    const { DETAILS, POINTERS, printFiles } = await import('./single-files');
    return printFiles(paths, options.details ? DETAILS : POINTERS, { format, io });
  }
  return withUploads(paths, options, io, 'measurement', async (uploads) => {
    let printed = 0;
    for await (const upload of uploads) {
      for (const lines of measurementLines(upload, format)) {
        if (lines.length === 0) continue;
        if (printed === 0 && format === 'tsv') await io.print(`${COLUMNS.join('\t')}\n`);
        await io.print(lines.join(''));
        printed += lines.length;
      }
    }
    return printed;
  });
}

/** Every run in the open format, as NDJSON: read again it is the same run. */
async function printResults(paths: string[], options: ParseOptions, io: Io): Promise<ExitCode> {
  const { toResultStream } = await import('@basecase/ingest');
  return withRuns(paths, options, io, async (runs) => {
    for await (const piece of toResultStream(runs)) await io.print(piece);
  });
}

/** @throws UsageError without a file to write, or for one that can't be written */
async function writeParquet(paths: string[], options: ParseOptions, io: Io): Promise<ExitCode> {
  const { output } = options;
  if (!output) throw new UsageError('--format parquet is binary: write it to a file with --output FILE.');
  const [{ toParquetStream }, { open }] = await Promise.all([
    import('@basecase/ingest'),
    import('node:fs/promises'),
  ]);
  const refuse = (error: Error): never => {
    throw new UsageError(`${output} can't be written: ${error.message}`);
  };
  const file = await open(output, 'w').catch(refuse);
  try {
    return await withRuns(paths, options, io, async (runs) => {
      for await (const piece of toParquetStream(runs)) await file.writeFile(piece).catch(refuse);
    });
  } finally {
    await file.close();
  }
}

/** @param use writes the runs of the paths */
async function withRuns(
  paths: string[],
  options: ParseOptions,
  io: Io,
  use: (runs: AsyncIterable<NormalizedRun>) => Promise<void>,
): Promise<ExitCode> {
  return withUploads(paths, options, io, 'run', async (uploads) => {
    let count = 0;
    const runs = async function* () {
      for await (const upload of uploads) {
        count += upload.runs.length;
        yield* upload.runs;
      }
    };
    await use(runs());
    return count;
  });
}

/**
 * Reads the paths, and reports what was not read.
 *
 * @param use @returns how much it found of what is looked for
 */
async function withUploads(
  paths: string[],
  options: ParseOptions,
  io: Io,
  what: string,
  use: (uploads: AsyncIterable<ParsedUpload>) => Promise<number>,
): Promise<ExitCode> {
  const { readPaths } = await import('../reading/read-paths');
  const findings: Finding[] = [];
  const uploads = async function* () {
    for await (const { upload, findings: noticed } of readPaths(paths, io, options)) {
      findings.push(...noticed);
      if (upload) yield upload;
    }
  };
  const count = await use(uploads());
  noteDiagnostics(findings, options.verbose ?? false, io);
  if (count > 0) return EXIT.ok;
  io.note(`basecase: no ${what} found. See the messages above for what was read and what was not.`);
  return EXIT.nothingRead;
}

/** Columns of `basecase parse`, in this order; scripts rely on them. */
const COLUMNS = ['file', 'line', 'tool', 'run', 'test', 'metric', 'value', 'unit', 'source'] as const;

/**
 * The lines of an upload, result by result.
 *
 * `run` is the label of the run directory. `tool` is what the file was read as (sysbench, vmstat, iostat, sb.met).
 */
function* measurementLines(upload: ParsedUpload, format: RecordFormat): Generator<string[]> {
  const kinds = new Map(upload.artifacts.map((artifact) => [artifact.path, artifact.kind]));
  for (const { label, benchmark, results } of upload.runs) {
    for (const result of results) {
      const named = { run: label, test: testLabel(result.test, result.range) };
      yield result.measurements.map((measurement) => {
        const tool = kinds.get(measurement.file) ?? benchmark;
        return toRecordLine(COLUMNS, { ...measurement, ...named, tool }, format);
      });
    }
  }
}
