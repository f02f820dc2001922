import type { WebhookEvent, WebhookView } from '@basecase/db/types';
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
and its signature. The secret is shown once. Uses the database in DATABASE_URL, or that of the running "${START}".
Private networks are called only by a server that allows it (BASECASE_WEBHOOK_PRIVATE).

Examples:
  basecase webhook add https://hooks.example/basecase
  basecase webhook add https://hooks.example/basecase --events new fixed
  basecase webhook list
  basecase webhook remove 3`;

/** Adds `basecase webhook add | list | remove` to the command line. */
export function defineWebhook(command: CliCommand, io: Io): void {
  command.addHelpText('after', EXAMPLES);
  command
    .command('add')
    .description('Add a webhook and print its secret. It cannot be shown again.')
    .argument('<url>', 'address to call, http or https')
    .addOption(new Option('--events <event...>', 'events to send').choices(EVENTS).default([...EVENTS]))
    .runs((url: string, { events }: { events: EventWord[] }) => runWebhookAdd(url, events, io));
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

async function runWebhookAdd(url: string, events: readonly EventWord[], io: Io): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { createWebhook } = await import('@basecase/db/webhooks/webhooks');
    const { SettingError } = await import('@basecase/db/errors');
    try {
      const { secret, view } = await createWebhook(db, {
        url: url.trim(),
        events: events.map((event): WebhookEvent => `regression.${event}`),
        // The server knows which addresses it may call: it checks again for each message.
        allowPrivate: true,
      });
      // The secret alone on standard output, so that a script can take it.
      await io.print(`${secret}\n`);
      io.note(`Webhook ${view.id} for ${view.url}. Store the secret now: it is not shown again.`);
    } catch (error) {
      if (error instanceof SettingError) throw new UsageError(`${url}: ${error.message}`);
      throw error;
    }
  });
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
});
