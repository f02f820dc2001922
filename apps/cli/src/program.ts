import { TABLE_FORMATS } from '@basecase/analysis';
import { Command, Option } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { addBuildOptions } from './build-options';
import { addAnnotateCommand } from './commands/annotate';
import { addBackupCommand } from './commands/backup';
import { addCheckCommand } from './commands/check';
import { type CompareOptions, runCompare } from './commands/compare';
import { addCorrectCommand } from './commands/correct';
import { addGcCommand } from './commands/gc';
import { CAMPAIGN_HELP, type IngestOptions, parseSettings, runIngest, SETTING_KEYS } from './commands/ingest';
import { addMaskCommand } from './commands/mask';
import { type ParseOptions, runParse } from './commands/parse';
import { addRecordCommand } from './commands/record';
import { addRestoreCommand } from './commands/restore';
import { addRetainCommand } from './commands/retain';
import { addServerCommand } from './commands/server';
import { addTokenCommand } from './commands/token';
import { addUploadCommand } from './commands/upload';
import { addWebhookCommand } from './commands/webhook';
import { addWorkloadCommand } from './commands/workload';
import { DEVICE_HELP } from './device-option';
import type { ExitCode } from './exit';
import type { Io } from './io';
import { parseMetric } from './metric-option';

const EXAMPLES = `
Examples:
  basecase compare x.my8043.z12a.pk1 x.my9500.z12a.pk1      relative QPS of two run directories
  basecase compare *.tar.gz --metric all                    every metric, test by test
  basecase check x.my8043.z12a.pk1 x.my9500.z12a.pk1        which changes are real; fails if one is a regression
  basecase parse x.my9500.z12a.pk1.tar.gz | head            every number read, with file and line
  basecase ingest x.my9500.z12a.pk1.tar.gz --server pn53    store in the database and print the link

Run "basecase help <command>" for its options. PATH is a directory, a tarball, or a single log file.
Exit codes: 0 results printed, 1 usage error, 2 nothing could be read, 3 "check" found a regression, 4 possible ones only.`;

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
  basecase parse --details sb.io.scan.range100.pk1.dop1     second by second: file line tool what of name at value unit`;

const COMPARE_EXAMPLES = `
The first argument is the base. Each argument is one column; a summary table (qps.abs.*.tsv, o.met.*, ...) adds all of
its columns. --metric takes the name that tables use (cpu/o, wKB/i, p99, sync, NOPM, IOPS) or the id (latency_p99).
Ratios are computed from unrounded values: > 1 is more than the base, "inf" is x/0, 0/0 is 1, an empty field is missing.
A ratio alone can't tell a change from noise: use "basecase check" for verdicts.

Examples:
  basecase compare x.my5651.z12a.pk1 x.my8043.z12a.pk1 x.my9500.z12a.pk1
  basecase compare a.tar.gz b.tar.gz --metric cpu/o         did it cost more CPU per operation?
  basecase compare a b --metric all --format md             for a report
  basecase compare o.ext4.300 o.xfs.300 --metric sync       fio: latency of fsync
  basecase compare qps.abs.all.tsv --format tsv             ratios of a published table
  basecase compare a b --reported --warmups --format tsv    the digits of published tables`;

const INGEST_EXAMPLES = `
Uses the database in DATABASE_URL, or that of the running "npm start". The same bytes are stored only once.

Examples:
  basecase ingest x.my9500.z12a.pk1.tar.gz --server pn53
  basecase ingest x.pg18*.tar.gz --server pn53 --campaign "november 2025"
  basecase ingest results/ --server pn53 --set workload="cached, 1 client" --set cached=true
  basecase ingest night/ --server pn53 --commit 4eb13e8a --branch master --committed-at 2026-08-29T18:00:00Z
Keys of --set: ${SETTING_KEYS.join(', ')}. They override what names and paths say.`;

/**
 * The command line of `basecase`.
 *
 * @param onEnd is told the exit code of the command that ran
 */
export function createProgram(io: Io, onEnd: (code: ExitCode) => void): Command {
  const program = new Command('basecase')
    .description('Read, compare and store database benchmark results.')
    .version(packageJson.version)
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('Run "basecase --help" for examples.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.print(text),
      writeErr: (text) => io.note(text.trimEnd()),
    });
  const verbose = () => new Option('--verbose', 'print every diagnostic instead of a summary');

  program
    .command('parse')
    .description('Print every measurement, one per line.')
    .argument('<path...>', 'directory, tarball, or log file')
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
    .option('--device <name>', DEVICE_HELP)
    .addOption(verbose())
    .addHelpText('after', PARSE_EXAMPLES)
    .action(async (paths: string[], options: ParseOptions) => onEnd(await runParse(paths, options, io)));

  program
    .command('compare')
    .description('Print results relative to a base. Needs no database.')
    .argument('<base>', 'directory, tarball, or summary table')
    .argument('[other...]', 'columns to compare with the base')
    .addOption(
      new Option(
        '--metric <metric>',
        'qps, cpu/o, p99, NOPM, ... or a metric id; "all" prints a block per test',
      )
        .argParser(parseMetric)
        .default('throughput', 'qps'),
    )
    .addOption(new Option('--benchmark <id>', 'which benchmark, if the arguments hold several'))
    .option('--workload <words>', 'which workload, if an argument holds several, e.g. byrx')
    .addOption(new Option('--format <format>', 'output format').choices([...TABLE_FORMATS]).default('text'))
    .option('--absolute', 'print absolute values instead of ratios')
    .option('--warmups', 'include warm-up tests')
    .option('--reported', 'use values as published: QPS rounded before division, costs from sb.met')
    .option('--device <name>', DEVICE_HELP)
    .addOption(verbose())
    .addHelpText('after', COMPARE_EXAMPLES)
    .action(async (base: string, others: string[], options: CompareOptions) =>
      onEnd(await runCompare([base, ...others], options, io)),
    );

  const ingest = program
    .command('ingest')
    .description('Store results in the database and print a link to them.')
    .argument('<path...>', 'directory, tarball, or log file')
    .option('--server <name>', 'name of the measured server, e.g. pn53')
    .option('--campaign <name>', CAMPAIGN_HELP)
    .option('--device <name>', DEVICE_HELP);
  addBuildOptions(ingest)
    .option('--set <key=value>', 'set what names and paths do not say; repeatable', parseSettings)
    .addOption(verbose())
    .addHelpText('after', INGEST_EXAMPLES)
    .action(async (paths: string[], options: IngestOptions) => onEnd(await runIngest(paths, options, io)));

  addCheckCommand(program, io, onEnd);
  addMaskCommand(program, io, onEnd);
  addRecordCommand(program, io, onEnd);
  addUploadCommand(program, io, onEnd);
  addCorrectCommand(program, io, onEnd);
  addAnnotateCommand(program, io, onEnd);
  addServerCommand(program, io, onEnd);
  addWorkloadCommand(program, io, onEnd);
  addGcCommand(program, io, onEnd);
  addRetainCommand(program, io, onEnd);
  addTokenCommand(program, io, onEnd);
  addWebhookCommand(program, io, onEnd);
  addBackupCommand(program, io, onEnd);
  addRestoreCommand(program, io, onEnd);
  return program;
}
