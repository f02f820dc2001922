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
      () => page.keyboard.press('Escape'),
    ],
    async () => [
      new URL(page.url()).search,
      await cellTexts(page),
      await page.getByRole('complementary').count(),
    ],
  );
});

for (const { path, label } of [
  { path: '/trends', label: /^Test/ },
  { path: '/servers', label: 'Threshold' },
]) {
  test(`a form of ${path} shows what its page shows, after back and forward too`, async ({ page }) => {
    await page.goto(path);
    const field = page.getByRole('combobox', { name: label });
    await expect(field).toBeVisible();
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
}
