import type { TokenRole, TokenView } from '@basecase/db/types';
import { type Command, Option } from 'commander';
import { type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { START } from '../release';
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
export function addTokenCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  const token = program
    .command('token')
    .description('Manage tokens that allow sending results over HTTP.')
    .addHelpText('after', EXAMPLES);
  token
    .command('create')
    .description('Create a token and print it. It cannot be shown again.')
    .requiredOption('--name <name>', 'who or what uses it')
    .addOption(
      new Option('--role <role>', 'what it may do').choices(['reader', 'upload', 'admin']).default('upload'),
    )
    .action(async (options: { name: string; role: TokenRole }) => onEnd(await runTokenCreate(options, io)));
  token
    .command('list')
    .description('List all tokens: id, role, name, created, last used, revoked.')
    .action(async () => onEnd(await runTokenList(io)));
  token
    .command('revoke')
    .description('Revoke a token permanently.')
    .argument('<id>', 'id from "basecase token list"')
    .action(async (id: string) => onEnd(await runTokenRevoke(id, io)));
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
    const tokens = await listTokens(db);
    await io.print(['id\trole\tname\tcreated\tlast used\trevoked\n', ...tokens.map(toLine)].join(''));
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

function toLine({ id, role, name, createdAt, lastUsedAt, revokedAt }: TokenView): string {
  return `${[id, role, name.replaceAll(/\s+/g, ' '), createdAt, lastUsedAt ?? '', revokedAt ?? ''].join('\t')}\n`;
}
