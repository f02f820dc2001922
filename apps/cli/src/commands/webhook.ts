import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DIGESTS, WEBHOOK_FORMATS } from '@basecase/contract/words';
import type { MailDigest, WebhookEvent, WebhookFormat, WebhookView } from '@basecase/db/types';
import { Option } from 'commander';
import type { CliCommand } from '../cli-command';
import { type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { START } from '../release';
import { columnsOf, tsvTable } from '../table';
import { withDatabase } from '../with-database';

const EVENTS = ['new', 'sure', 'fixed', 'withdrawn'] as const;
type EventWord = (typeof EVENTS)[number];

const EXAMPLES = `
Basecase sends a POST to a webhook when a regression is new, sure after it was possible,
fixed or withdrawn. docs/how-to/webhooks.md describes the message
and its signature, and how to send to Slack or Teams; docs/how-to/mail.md describes mails,
docs/how-to/issues.md issues of GitHub and GitLab. The secret is shown once. Uses the database in DATABASE_URL, or that of the running "${START}".
Private networks are called only by a server that allows it (BASECASE_WEBHOOK_PRIVATE).

Examples:
  basecase webhook add https://hooks.example/basecase
  basecase webhook add https://hooks.example/basecase --events new fixed
  basecase webhook add https://hooks.slack.com/services/T0/B0/x --server pn53 --min-percent 5
  basecase webhook add mailto:db@example.org --digest daily --product MySQL
  basecase webhook add https://github.com/owner/name --token-file token.txt
  basecase webhook list
  basecase webhook remove 3`;

/** Adds `basecase webhook add | list | remove` to the command line. */
export function defineWebhook(command: CliCommand, io: Io): void {
  command.addHelpText('after', EXAMPLES);
  command
    .command('add')
    .description('Add a webhook, and print its secret if it has one. It cannot be shown again.')
    .argument('<url>', 'address to call: http, https or mailto; of issues, the page of the repository')
    .addOption(new Option('--events <event...>', 'events to send').choices(EVENTS).default([...EVENTS]))
    .addOption(
      new Option('--format <format>', 'format of messages (default: guessed from the URL)').choices(
        WEBHOOK_FORMATS,
      ),
    )
    .addOption(new Option('--digest <when>', 'when mails are sent').choices(DIGESTS).default('now'))
    .option('--token-file <file>', 'file with the token that creates issues at GitHub or GitLab')
    .option('--server <server>', 'only regressions on this server')
    .option('--product <product>', 'only regressions of this product')
    .option('--branch <branch>', 'only regressions of builds of this branch')
    .option(
      '--min-percent <percent>',
      'only changes of at least this size; stopped tests always pass',
      Number,
    )
    .runs((url: string, options: AddOptions) => runWebhookAdd(url, options, io));
  command
    .command('list')
    .description('List all webhooks: id, state, events, created, outcome of the last message, URL.')
    .runs(() => runWebhookList(io));
  command
    .command('remove')
    .description('Remove a webhook and its messages.')
    .argument('<id>', 'id from "basecase webhook list"')
    .runs((id: string) => runWebhookRemove(id, io));
}

interface AddOptions {
  events: EventWord[];
  format?: WebhookFormat;
  digest: MailDigest;
  tokenFile?: string;
  server?: string;
  product?: string;
  branch?: string;
  minPercent?: number;
}

async function runWebhookAdd(
  url: string,
  { events, format, digest, tokenFile, ...filter }: AddOptions,
  io: Io,
): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { createWebhook } = await import('@basecase/db/webhooks/webhooks');
    const { SettingError } = await import('@basecase/db/errors');
    const token = tokenFile === undefined ? undefined : await readToken(tokenFile, io);
    try {
      const { secret, view } = await createWebhook(db, {
        url: url.trim(),
        events: events.map((event): WebhookEvent => `regression.${event}`),
        format,
        filter,
        digest,
        token,
        // The server knows which addresses it may call: it checks again for each message.
        allowPrivate: true,
      });
      // The secret alone on standard output, so that a script can take it.
      if (secret !== null) await io.print(`${secret}\n`);
      const next =
        secret === null
          ? `Messages have the format of ${view.format} and are not signed.`
          : 'Store the secret now: it is not shown again.';
      io.note(`Webhook ${view.id} for ${view.url}. ${next}`);
    } catch (error) {
      if (error instanceof SettingError) throw new UsageError(`${url}: ${error.message}`);
      throw error;
    }
  });
}

/** @throws UsageError */
async function readToken(file: string, { cwd }: Io): Promise<string> {
  try {
    return (await readFile(resolve(cwd, file), 'utf8')).trim();
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function runWebhookList(io: Io): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { listWebhooks } = await import('@basecase/db/webhooks/webhooks');
    await io.print(tsvTable(COLUMNS, await listWebhooks(db)));
  });
}

async function runWebhookRemove(id: string, io: Io): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { deleteWebhook } = await import('@basecase/db/webhooks/webhooks');
    const { NotFoundError } = await import('@basecase/db/errors');
    try {
      await deleteWebhook(db, id);
      await io.print(`webhook ${id} removed\n`);
    } catch (error) {
      if (error instanceof NotFoundError)
        throw new UsageError(`${error.message} See "basecase webhook list".`);
      throw error;
    }
  });
}

const COLUMNS = columnsOf<WebhookView>({
  id: 'id',
  state: ({ active }) => (active ? 'on' : 'paused'),
  events: ({ events }) => events.map((event) => event.replace('regression.', '')).join(','),
  created: 'createdAt',
  'last message': ({ lastDelivery }) => [lastDelivery?.state, lastDelivery?.error].filter(Boolean).join(': '),
  url: 'url',
  format: 'format',
  filter: ({ filter }) =>
    Object.entries(filter)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
});
