import type { CliCommand } from './cli-command';
import type { Io } from './io';

/** A command as the list of all commands shows it. Its options and actions are loaded when it is named. */
export interface ListedCommand {
  name: string;
  /** Help of its arguments: `<base>`, `[other...]`. */
  takes?: Readonly<Record<string, string>>;
  hasOptions: boolean;
  description: string;
  load: () => Promise<(command: CliCommand, io: Io) => void>;
}

/** In the order of `basecase --help`. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'parse',
    takes: { '<path...>': 'directory, tarball, or log file' },
    hasOptions: true,
    description: 'Print every measurement, one per line.',
    load: async () => (await import('./commands/parse')).defineParse,
  },
  {
    name: 'compare',
    takes: {
      '<base>': 'directory, tarball, or summary table',
      '[other...]': 'columns to compare with the base',
    },
    hasOptions: true,
    description: 'Print results relative to a base. Needs no database.',
    load: async () => (await import('./commands/compare')).defineCompare,
  },
  {
    name: 'ingest',
    takes: { '<path...>': 'directory, tarball, or log file' },
    hasOptions: true,
    description: 'Store results in the database and print a link to them.',
    load: async () => (await import('./commands/ingest')).defineIngest,
  },
  {
    name: 'layout',
    takes: { '<path>': 'directory, tarball, or log file' },
    hasOptions: true,
    description: 'Show which parts of paths name the version, config and clients, and the resulting heatmap.',
    load: async () => (await import('./commands/layout')).defineLayout,
  },
  {
    name: 'start',
    hasOptions: false,
    description: 'Start Basecase, and load the sample data the first time.',
    load: async () => (await import('./commands/start')).defineStart,
  },
  {
    name: 'check',
    takes: {
      '<base>': 'directory, tarball, or summary table; with --against the new build',
      '[other...]': 'columns to judge against the base',
    },
    hasOptions: true,
    description: 'Print which changes are real, and fail if one is a regression. For CI; needs no database.',
    load: async () => (await import('./commands/check')).defineCheck,
  },
  {
    name: 'plan',
    takes: { '[path...]': 'directory, tarball, or log file: the base first' },
    hasOptions: true,
    description: 'Print how many runs show a change of a given size, from the noise of stored runs.',
    load: async () => (await import('./commands/plan')).definePlan,
  },
  {
    name: 'mask',
    takes: { '<path>': 'directory, tarball, or log file' },
    hasOptions: true,
    description: 'Show which secrets would be masked, before anything is sent.',
    load: async () => (await import('./commands/mask')).defineMask,
  },
  {
    name: 'record',
    takes: { '[plan]': 'JSON file with the tests to run' },
    hasOptions: true,
    description: 'Run benchmarks of several versions in interleaved rounds, or of one build.',
    load: async () => (await import('./commands/record')).defineRecord,
  },
  {
    name: 'agent',
    takes: { '[plan...]': 'JSON files with the builds and tests of this machine' },
    hasOptions: true,
    description:
      'Take plans from a server, record them here and send the results. It only makes outgoing calls.',
    load: async () => (await import('./agent/agent')).defineAgent,
  },
  {
    name: 'queue',
    hasOptions: false,
    description: 'Queue, list, schedule and cancel plans for agents.',
    load: async () => (await import('./agent/queue')).defineQueue,
  },
  {
    name: 'bisect',
    takes: { '[build...]': 'GOOD and BAD, then "--" and the script' },
    hasOptions: true,
    description: 'Find the first bad commit or build: a script measures it, noise decides the repeats.',
    load: async () => (await import('./commands/bisect')).defineBisect,
  },
  {
    name: 'upload',
    takes: { '<path...>': 'tarball, log file, or directory' },
    hasOptions: true,
    description: 'Send results to a Basecase server over HTTP and wait until they are stored.',
    load: async () => (await import('./commands/upload')).defineUpload,
  },
  {
    name: 'correct',
    hasOptions: true,
    description: 'Fix metadata of stored runs without re-uploading them.',
    load: async () => (await import('./commands/correct')).defineCorrect,
  },
  {
    name: 'annotate',
    takes: { '[label]': 'what happened, e.g. "kernel 6.14"' },
    hasOptions: true,
    description: 'Record an external event (kernel, disk) on the timeline of a server.',
    load: async () => (await import('./commands/annotate')).defineAnnotate,
  },
  {
    name: 'regressions',
    hasOptions: true,
    description: 'List regressions as events: one version or commit, on all servers that show it.',
    load: async () => (await import('./commands/regressions')).defineRegressions,
  },
  {
    name: 'lines',
    hasOptions: true,
    description: 'List, join and split the configs that versions are compared along.',
    load: async () => (await import('./commands/lines')).defineLines,
  },
  {
    name: 'note',
    hasOptions: false,
    description: 'Write notes and highlights on cells of heatmaps.',
    load: async () => (await import('./notes/note')).defineNote,
  },
  {
    name: 'server',
    hasOptions: false,
    description: 'Show, describe and merge servers.',
    load: async () => (await import('./commands/server')).defineServer,
  },
  {
    name: 'workload',
    hasOptions: false,
    description: 'List and merge workloads.',
    load: async () => (await import('./commands/workload')).defineWorkload,
  },
  {
    name: 'gc',
    hasOptions: true,
    description: 'Delete stored files that no upload needs any more.',
    load: async () => (await import('./commands/gc')).defineGc,
  },
  {
    name: 'retain',
    hasOptions: true,
    description: 'List or delete the nightly runs a retention rule no longer keeps.',
    load: async () => (await import('./commands/retain')).defineRetain,
  },
  {
    name: 'token',
    hasOptions: false,
    description: 'Manage tokens that allow sending results over HTTP.',
    load: async () => (await import('./commands/token')).defineToken,
  },
  {
    name: 'save',
    takes: { '<permalink>': 'address of a permalink: https://bench.example/p/...' },
    hasOptions: true,
    description: 'Save a permalink as one HTML file that opens without network.',
    load: async () => (await import('./remote/save')).defineSave,
  },
  {
    name: 'publish',
    takes: { '<address>': 'address of a report, a heatmap, or a permalink of one' },
    hasOptions: true,
    description: 'Write a report as a post for Hugo, Jekyll or Blogger, and its new numbers into that post.',
    load: async () => (await import('./remote/publish')).definePublish,
  },
  {
    name: 'mcp',
    hasOptions: true,
    description: 'Let an assistant ask a server what regressed (Model Context Protocol on stdio).',
    load: async () => (await import('./remote/mcp')).defineMcp,
  },
  {
    name: 'webhook',
    hasOptions: false,
    description: 'Manage webhooks that announce regressions to other programs.',
    load: async () => (await import('./commands/webhook')).defineWebhook,
  },
  {
    name: 'backup',
    takes: { '<file>': 'file to write or to check; "-" for standard output or input' },
    hasOptions: true,
    description: 'Write the database and all stored files into one file, or check such a file.',
    load: async () => (await import('./commands/backup')).defineBackup,
  },
  {
    name: 'restore',
    takes: { '<file>': 'backup to restore; "-" for standard input' },
    hasOptions: false,
    description: 'Restore a backup into an empty database.',
    load: async () => (await import('./commands/restore')).defineRestore,
  },
];
