import { type Finding, noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode } from '../exit';
import type { Io } from '../io';
import { type MeasurementFormat, measurementHeader, measurementLines } from '../measurement-lines';

export interface ParseOptions {
  format: MeasurementFormat;
  verbose?: boolean;
}

/** `basecase parse`: every measurement of every path, one line each, printed path by path. */
export async function runParse(paths: string[], options: ParseOptions, io: Io): Promise<ExitCode> {
  // Loaded late: `--help` must not wait for the parsers.
  const { readPath } = await import('../read-path');
  const findings: Finding[] = [];
  let printed = 0;
  for (const path of paths) {
    const { upload, findings: noticed } = await readPath(path, io);
    findings.push(...noticed);
    if (!upload) continue;
    for (const lines of measurementLines(upload, options.format)) {
      if (lines.length === 0) continue;
      if (printed === 0) await io.print(measurementHeader(options.format));
      await io.print(lines.join(''));
      printed += lines.length;
    }
  }
  noteDiagnostics(findings, options.verbose ?? false, io);
  if (printed > 0) return EXIT.ok;
  io.note('basecase: no measurement was found. See above for what was read and why not.');
  return EXIT.nothingRead;
}
