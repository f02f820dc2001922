import { expect, type Page, test } from '@playwright/test';
import { cell, cellTexts, columnHead, openRecorded } from './compare-page';

/** Each step changes what the page shows: back shows the state before it, forward the one after. */
async function stepsBackAndForward(
  page: Page,
  steps: readonly (() => Promise<unknown>)[],
  shown: () => Promise<unknown>,
) {
  const states = [await shown()];
  for (const step of steps) {
    await step();
    await expect.poll(shown).not.toEqual(states.at(-1));
    states.push(await shown());
  }
  for (const state of states.slice(0, -1).reverse()) {
    await page.goBack();
    await expect.poll(shown).toEqual(state);
  }
  for (const state of states.slice(1)) {
    await page.goForward();
    await expect.poll(shown).toEqual(state);
  }
}

test('back and forward step through base, metric, filter, changes, order and cell of a heatmap', async ({
  page,
}) => {
  await openRecorded(page);
  const heads = await page.locator('th.column-head b').allTextContents();
  const [first = '', newest = ''] = [heads[1], heads.at(-1)];
  await page.getByText('Options', { exact: true }).click();
  const open = async (name: string) => (await cell(page, name, newest)).click();
  await stepsBackAndForward(
    page,
    [
      () => columnHead(page, first).getByRole('button').click(),
      () => page.keyboard.press('m'),
      () => page.getByLabel('Sort').selectOption({ label: `by ${newest}` }),
      () => page.getByLabel('Filter tests').fill('point'),
      () => open('point-query range=100'),
    ],
    async () => [
      new URL(page.url()).search,
      await cellTexts(page),
      await page.getByRole('complementary').count(),
    ],
  );
});

test('back and forward step through the base of trends', async ({ page }) => {
  await page.goto('/trends');
  const base = page.getByRole('combobox', { name: /^Base/ });
  const values = await base
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  const [first = '', second = ''] = values.filter((value) => value !== '').slice(-2);
  await stepsBackAndForward(
    page,
    [() => base.selectOption(first), () => base.selectOption(second)],
    async () => [new URL(page.url()).search, await base.inputValue()],
  );
});

test('back and forward step through rule, threshold and filter of servers side by side', async ({ page }) => {
  await page.goto('/servers?product=PostgreSQL');
  const rule = page.getByRole('group', { name: 'Judge by' });
  const text = page.locator('#rule-in-force');
  await expect(text).toContainText('judged by the noise');
  await stepsBackAndForward(
    page,
    [
      () => rule.getByRole('button', { name: 'Thresholds' }).click(),
      () => page.getByLabel('Threshold').selectOption('0.97'),
      () => page.getByLabel('Filter tests').fill('update'),
    ],
    async () => [
      new URL(page.url()).search,
      await text.textContent(),
      await page.getByLabel('Filter tests').inputValue(),
    ],
  );
});

test('a form that is sent shows what its page shows, after back and forward too', async ({ page }) => {
  await page.goto('/trends');
  const field = page.getByRole('combobox', { name: /^Test/ });
  const own = await field.inputValue();
  const values = await field
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  const other = values.find((value) => value !== own && value !== '') ?? '';
  await stepsBackAndForward(page, [() => field.selectOption(other)], async () => [
    new URL(page.url()).search,
    await field.inputValue(),
  ]);
});
