import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectSoundInWindows } from './page-checks';
import { versionFiles } from './regression-page';
import { ofTry, tarball } from './small-upload';

/** Sends JSON, as an agent or the command line does. */
async function post(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(`/api/v1/${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

test('agents take the plans that they offer; others name what is missing, and a dead agent is shown', async ({
  page,
}) => {
  const { request } = page;
  const [one, two] = [ofTry('agent-one'), ofTry('agent-two')];
  const [old, slow] = [ofTry('901.1'), ofTry('902.2')];
  const claim = (agent: string, builds: string[], leaseSeconds = 3600) =>
    post(request, 'plans/claim', {
      agent,
      version: '0.1.0',
      menus: [{ builds, tests: ['insert'] }],
      leaseSeconds,
    });
  expect((await claim(one, [old, slow])).plan).toBeNull();
  const plan = await post(request, 'plans', { builds: [old, slow], tests: ['insert'], sessions: 1 });
  expect(plan.waitsFor).toBeNull();
  const missing = await post(request, 'plans', { builds: [ofTry('903.3')], tests: ['scan-9033'] });

  await page.goto('/agents');
  const agents = page.getByRole('region', { name: 'Agents' }).getByRole('row');
  const plans = page.getByRole('region', { name: 'Plans' }).getByRole('row');
  const planRow = plans.filter({ hasText: `${old}, ${slow}` });
  await expect(agents.filter({ hasText: one })).toContainText('idle');
  await expect(planRow).toContainText('queued');
  await expect(plans.filter({ hasText: ofTry('903.3') })).toContainText(
    `No agent offers build ${ofTry('903.3')} or test scan-9033.`,
  );
  await expectSoundInWindows(page);

  expect((await claim(one, [old, slow])).plan.id).toBe(plan.id);
  expect((await claim(two, [old, slow])).plan).toBeNull();
  await page.reload();
  await expect(planRow).toContainText('running');
  await expect(agents.filter({ hasText: one })).toContainText(`measures plan ${plan.id}`);
  await expect(agents.filter({ hasText: two })).toContainText('idle');

  const query = new URLSearchParams({ filename: `${one}.tar.gz`, plan: plan.id, session: '1', agent: one });
  const sent = await request.put(`/api/v1/uploads?${query}&server=${one}`, {
    data: tarball(versionFiles('10.9.1', one)),
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await page.reload();
  await expect(planRow).toContainText('done');
  await expect(planRow).toContainText('1 of 1');
  await planRow.getByRole('link', { name: /^newest/ }).click();
  await expect(page).toHaveURL(/\/uploads\/\d+$/);

  const lost = await post(request, 'plans', { builds: [slow], tests: [], sessions: 2 });
  expect((await claim(two, [slow], 2)).plan.id).toBe(lost.id);
  await page.goto('/agents');
  await expect(async () => {
    await page.reload();
    await expect(agents.filter({ hasText: two })).toContainText(`silent, has plan ${lost.id}`, {
      timeout: 500,
    });
  }).toPass();
  await expect(plans.filter({ hasText: `${slow}: all tests` })).toContainText('agent is silent');
  for (const { id } of [missing, lost]) await page.getByRole('button', { name: `Cancel plan ${id}` }).click();
  await expect(plans.filter({ hasText: 'scan-9033' })).toContainText('cancelled');
});
