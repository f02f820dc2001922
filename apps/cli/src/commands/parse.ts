import type { NormalizedRun } from '@basecase/ingest/model';
import { type Finding, noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { measurementHeader, measurementLines } from '../measurement-lines';
import type { RecordFormat } from '../record-lines';

export interface ParseOptions {
  /** `ndjson` when left out, text for `explain`. `results`: the open format. */
  format?: RecordFormat | 'results' | 'parquet';
  /** File to write, of `parquet`. */
  output?: string;
  /** Say how each file was recognized instead of reading numbers. */
  explain?: boolean;
  /** Series, histograms and facts of single files instead of measurements. */
  details?: boolean;
  device?: string;
  verbose?: boolean;
}

/**
 * `basecase parse`: every measurement of every path, one line each, printed path by path.
 *
 * @throws UsageError for options that exclude each other
 */
export async function runParse(paths: string[], options: ParseOptions, io: Io): Promise<ExitCode> {
  if (options.explain && options.details) throw new UsageError('choose --explain or --details, not both.');
  const { format = 'ndjson' } = options;
  if (format === 'results' || format === 'parquet') {
    if (options.explain || options.details)
      throw new UsageError(`--format ${format} is of measurements: not with --explain or --details.`);
    return format === 'results' ? printResults(paths, options, io) : writeParquet(paths, options, io);
  }
  if (options.output) throw new UsageError('--output is for --format parquet; other formats are printed.');
  // Loaded late: `--help` must not wait for the parsers.
  if (options.explain)
    return (await import('./explain')).runExplain(paths, options.format ? format : 'text', io);
  if (options.details) return (await import('./details')).runDetails(paths, format, io);
  const { readPaths } = await import('../reading/read-paths');
  const findings: Finding[] = [];
  let printed = 0;
  for await (const { upload, findings: noticed } of readPaths(paths, io, options)) {
    findings.push(...noticed);
    if (!upload) continue;
    for (const lines of measurementLines(upload, format)) {
      if (lines.length === 0) continue;
      if (printed === 0) await io.print(measurementHeader(format));
      await io.print(lines.join(''));
      printed += lines.length;
    }
  }
  noteDiagnostics(findings, options.verbose ?? false, io);
  if (printed > 0) return EXIT.ok;
  io.note('basecase: no measurement found. The messages above say what was read and what was not.');
  return EXIT.nothingRead;
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
  if (!output) throw new UsageError('--format parquet is no text: say where to write it with --output FILE.');
  const [{ toParquet }, { writeFile }] = await Promise.all([
    import('@basecase/ingest'),
    import('node:fs/promises'),
  ]);
  return withRuns(paths, options, io, async (runs) => {
    const file = await toParquet(runs);
    await writeFile(output, file).catch((error: Error) => {
      throw new UsageError(`${output} can't be written: ${error.message}`);
    });
  });
}

/** Reads every run of the paths, and says what was not read. */
async function withRuns(
  paths: string[],
  options: ParseOptions,
  io: Io,
  use: (runs: AsyncIterable<NormalizedRun>) => Promise<void>,
): Promise<ExitCode> {
  const { readPaths } = await import('../reading/read-paths');
  const findings: Finding[] = [];
  let count = 0;
  await use(
    (async function* () {
      for await (const { upload, findings: noticed } of readPaths(paths, io, options)) {
        findings.push(...noticed);
        for (const run of upload?.runs ?? []) {
          count += 1;
          yield run;
        }
      }
    })(),
  );
  noteDiagnostics(findings, options.verbose ?? false, io);
  if (count > 0) return EXIT.ok;
  io.note('basecase: no run found. The messages above say what was read and what was not.');
  return EXIT.nothingRead;
}
