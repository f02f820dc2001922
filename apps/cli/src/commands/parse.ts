import { type Finding, noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { measurementHeader, measurementLines } from '../measurement-lines';
import type { RecordFormat } from '../record-lines';

export interface ParseOptions {
  /** `ndjson` when left out, text for `explain`. `results`: the open format. */
  format?: RecordFormat | 'results';
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
  if (format === 'results') {
    if (options.explain || options.details)
      throw new UsageError('--format results is of measurements: not with --explain or --details.');
    return printResults(paths, options, io);
  }
  // Loaded late: `--help` must not wait for the parsers.
  if (options.explain)
    return (await import('./explain')).runExplain(paths, options.format ? format : 'text', io);
  if (options.details) return (await import('./details')).runDetails(paths, format, io);
  const { readPath } = await import('../read-path');
  const findings: Finding[] = [];
  let printed = 0;
  for (const path of paths) {
    const { upload, findings: noticed } = await readPath(path, io, options);
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
  const [{ readPath }, { toResultLines }] = await Promise.all([
    import('../read-path'),
    import('@basecase/ingest'),
  ]);
  const findings: Finding[] = [];
  let runs = 0;
  for (const path of paths) {
    const { upload, findings: noticed } = await readPath(path, io, options);
    findings.push(...noticed);
    for (const run of upload?.runs ?? []) {
      for (const line of toResultLines(run)) await io.print(line);
      runs += 1;
    }
  }
  noteDiagnostics(findings, options.verbose ?? false, io);
  if (runs > 0) return EXIT.ok;
  io.note('basecase: no run found. The messages above say what was read and what was not.');
  return EXIT.nothingRead;
}
