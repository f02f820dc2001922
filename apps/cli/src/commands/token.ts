import type { TokenRole, TokenView } from '@basecase/db/types';
import { Option } from 'commander';
import type { CliCommand } from '../cli-command';
import { type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { START } from '../release';
import { columnsOf, tsvTable } from '../table';
import { withDatabase } from '../with-database';

const EXAMPLES = `
A token allows its holder to send results to this server over HTTP, or to read them. It is shown once; only its hash is stored.
Uses the database in DATABASE_URL, or that of the running "${START}".
Roles: "reader" may only read, where reading is closed; "upload" may add and change uploads; "admin" may also delete them and create tokens.

Examples:
  basecase token create --name nightly
  basecase token create --name me --role admin
  basecase token list
  basecase token revoke 3`;

/** Adds `basecase token create | list | revoke` to the command line. */
export function defineToken(command: CliCommand, io: Io): void {
  command.addHelpText('after', EXAMPLES);
  command
    .command('create')
    .description('Create a token and print it. It cannot be shown again.')
    .requiredOption('--name <name>', 'who or what uses it')
    .addOption(
      new Option(
        '--role <role>',
        'what it may do; agent: only measure plans, as the agent called like the token',
      )
        .choices(['agent', 'reader', 'upload', 'admin'])
        .default('upload'),
    )
    .runs((options: { name: string; role: TokenRole }) => runTokenCreate(options, io));
  command
    .command('list')
    .description('List all tokens: id, role, name, created, last used, revoked.')
    .runs(() => runTokenList(io));
  command
    .command('revoke')
    .description('Revoke a token permanently.')
    .argument('<id>', 'id from "basecase token list"')
    .runs((id: string) => runTokenRevoke(id, io));
}

async function runTokenCreate({ name, role }: { name: string; role: TokenRole }, io: Io): Promise<ExitCode> {
  if (name.trim() === '') throw new UsageError('a token needs a name that says who or what uses it.');
  return withDatabase(io, async (db) => {
    const { createToken } = await import('@basecase/db/tokens/tokens');
    const { token, view } = await createToken(db, { name: name.trim(), role });
    // The token alone on standard output, so that a script can take it.
    await io.print(`${token}\n`);
    io.note(`Token ${view.id} for ${view.name}, role ${view.role}. Store it now: it is not shown again.`);
  });
}

async function runTokenList(io: Io): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { listTokens } = await import('@basecase/db/tokens/tokens');
    await io.print(tsvTable(COLUMNS, await listTokens(db)));
  });
}

async function runTokenRevoke(id: string, io: Io): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { NotFoundError } = await import('@basecase/db/errors');
    const { revokeToken } = await import('@basecase/db/tokens/tokens');
    try {
      const { name, revokedAt } = await revokeToken(db, id);
      await io.print(`token ${id} (${name}) revoked at ${revokedAt}\n`);
    } catch (error) {
      if (error instanceof NotFoundError) throw new UsageError(`${error.message} See "basecase token list".`);
      throw error;
    }
  });
}

const COLUMNS = columnsOf<TokenView>({
  id: 'id',
  role: 'role',
  name: 'name',
  created: 'createdAt',
  'last used': ({ lastUsedAt }) => lastUsedAt ?? '',
  revoked: ({ revokedAt }) => revokedAt ?? '',
});
