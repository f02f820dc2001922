import type { Command } from 'commander';
import type { ExitCode } from './exit';
import type { Io } from './io';

/** A command as the list of all commands shows it. Everything else of it is loaded when it is named. */
export interface ListedCommand {
  name: string;
  /** `<base> [other...]`; empty where it takes none. */
  arguments: string;
  hasOptions: boolean;
  description: string;
  load: () => Promise<(program: Command, io: Io, onEnd: (code: ExitCode) => void) => void>;
}

/** In the order of `basecase --help`. The descriptions match those of the commands; a test compares them. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'parse',
    arguments: '<path...>',
    hasOptions: true,
    description: 'Print every measurement, one per line.',
    load: async () => (await import('./commands/parse')).addParseCommand,
  },
  {
    name: 'compare',
    arguments: '<base> [other...]',
    hasOptions: true,
    description: 'Print results relative to a base. Needs no database.',
    load: async () => (await import('./commands/compare')).addCompareCommand,
  },
  {
    name: 'ingest',
    arguments: '<path...>',
    hasOptions: true,
    description: 'Store results in the database and print a link to them.',
    load: async () => (await import('./commands/ingest')).addIngestCommand,
  },
  {
    name: 'start',
    arguments: '',
    hasOptions: false,
    description: 'Start Basecase, and load the sample data the first time.',
    load: async () => (await import('./commands/start')).addStartCommand,
  },
  {
    name: 'check',
    arguments: '<base> [other...]',
    hasOptions: true,
    description: 'Print which changes are real, and fail if one is a regression. For CI; needs no database.',
    load: async () => (await import('./commands/check')).addCheckCommand,
  },
  {
    name: 'mask',
    arguments: '<path>',
    hasOptions: true,
    description: 'Show which secrets would be masked, before anything is sent.',
    load: async () => (await import('./commands/mask')).addMaskCommand,
  },
  {
    name: 'record',
    arguments: '[plan]',
    hasOptions: true,
    description: 'Run benchmarks of several versions in interleaved rounds, or of one build.',
    load: async () => (await import('./commands/record')).addRecordCommand,
  },
  {
    name: 'upload',
    arguments: '<path...>',
    hasOptions: true,
    description: 'Send results to a Basecase server over HTTP and wait until they are stored.',
    load: async () => (await import('./commands/upload')).addUploadCommand,
  },
  {
    name: 'correct',
    arguments: '',
    hasOptions: true,
    description: 'Fix metadata of stored runs without re-uploading them.',
    load: async () => (await import('./commands/correct')).addCorrectCommand,
  },
  {
    name: 'annotate',
    arguments: '[label]',
    hasOptions: true,
    description: 'Record an external event (kernel, disk) on the timeline of a server.',
    load: async () => (await import('./commands/annotate')).addAnnotateCommand,
  },
  {
    name: 'server',
    arguments: '',
    hasOptions: false,
    description: 'Show, describe and merge servers.',
    load: async () => (await import('./commands/server')).addServerCommand,
  },
  {
    name: 'workload',
    arguments: '',
    hasOptions: false,
    description: 'List and merge workloads.',
    load: async () => (await import('./commands/workload')).addWorkloadCommand,
  },
  {
    name: 'gc',
    arguments: '',
    hasOptions: true,
    description: 'Delete stored files that no upload needs any more.',
    load: async () => (await import('./commands/gc')).addGcCommand,
  },
  {
    name: 'retain',
    arguments: '',
    hasOptions: true,
    description: 'List or delete the nightly runs a retention rule no longer keeps.',
    load: async () => (await import('./commands/retain')).addRetainCommand,
  },
  {
    name: 'token',
    arguments: '',
    hasOptions: false,
    description: 'Manage tokens that allow sending results over HTTP.',
    load: async () => (await import('./commands/token')).addTokenCommand,
  },
  {
    name: 'webhook',
    arguments: '',
    hasOptions: false,
    description: 'Manage webhooks that announce regressions to other programs.',
    load: async () => (await import('./commands/webhook')).addWebhookCommand,
  },
  {
    name: 'backup',
    arguments: '<file>',
    hasOptions: true,
    description: 'Write the database and all stored files into one file, or check such a file.',
    load: async () => (await import('./commands/backup')).addBackupCommand,
  },
  {
    name: 'restore',
    arguments: '<file>',
    hasOptions: false,
    description: 'Restore a backup into an empty database.',
    load: async () => (await import('./commands/restore')).addRestoreCommand,
  },
];
