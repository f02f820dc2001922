import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { listWebhooks } from '@basecase/db/webhooks/webhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';

const URL = 'https://hooks.example/basecase';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const webhook = (...args: string[]) =>
  runCaptured(['webhook', ...args], { env: { DATABASE_URL: database.url } });

it('adds a webhook, lists it without its secret, and removes it', async () => {
  const made = await webhook('add', URL, '--events', 'new', 'fixed');
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining(`Webhook 1 for ${URL}`)]);
  const secret = made.stdout.trim();
  expect(secret).toMatch(/^whsec_.{40,}$/);
  expect(await listWebhooks(database)).toMatchObject([
    { url: URL, events: ['regression.new', 'regression.fixed'], active: true },
  ]);

  const listed = await webhook('list');
  expect(listed.stdout).toMatch(
    /^id\tstate\tevents\tcreated\tlast message\turl\tformat\tfilter\n1\ton\tnew,fixed\t/,
  );
  expect(listed.stdout).not.toContain(secret);

  expect((await webhook('remove', '1')).stdout).toBe('webhook 1 removed\n');
  expect(await listWebhooks(database)).toEqual([]);
});

it('subscribes to all events by default', async () => {
  await webhook('add', URL);
  const [view] = await listWebhooks(database);
  expect(view?.events).toEqual([
    'regression.new',
    'regression.sure',
    'regression.fixed',
    'regression.withdrawn',
  ]);
});

it('guesses the format of a chat, prints no secret for it and keeps its filter', async () => {
  const made = await webhook(
    'add',
    'https://hooks.slack.com/services/T0/B0/x',
    '--min-percent',
    '0',
    '--branch',
    'master',
  );
  expect([made.code, made.stdout, made.stderr]).toEqual([0, '', expect.stringContaining('format of slack')]);
  await webhook('add', URL, '--format', 'teams');
  expect(await listWebhooks(database)).toMatchObject([
    { format: 'teams', filter: {} },
    { format: 'slack', filter: { branch: 'master', minPercent: 0 } },
    { format: 'json', filter: {} },
  ]);
  expect((await webhook('list')).stdout).toContain('\tslack\tbranch=master minPercent=0\n');
  for (const [option, value, message] of [
    ['--server', 'nowhere', 'No server "nowhere".'],
    ['--product', 'Nothing', 'No product "Nothing".'],
    ['--min-percent', '101', 'from 0 to 100'],
    ['--min-percent', 'ten', 'from 0 to 100'],
  ] as const)
    expect(await webhook('add', URL, option, value)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    });
  expect(await listWebhooks(database)).toHaveLength(3);
});

it('exits 1 for what cannot be meant', async () => {
  expect((await webhook('remove', '99')).stderr).toContain('No webhook 99');
  expect(await webhook('add', 'ftp://hooks.example/')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Only http and https are allowed.'),
  });
  expect((await webhook('add', URL, '--events', 'old')).code).toBe(1);
});
