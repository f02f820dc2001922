import { expect, type Locator, type Page, test } from '@playwright/test';
import { collectRequests } from './compare-page';
import { expectAccessible, expectNoOverflow } from './page-checks';

const HEIGHT = 900;

/** Scripts run when the cells are one tab stop. */
async function openCompare(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.goto('/compare');
  await expect(page.locator('.heat td.c[tabindex="0"]')).toHaveCount(1);
}

/** The test that the label of a cell begins with. */
const testOf = async (cell: Locator) => ((await cell.getAttribute('aria-label')) ?? '').split(' ')[0] ?? '';
const side = (page: Page) => page.getByRole('region', { name: 'Selected test' });

test('the chart of the selected row follows the cursor without a request', async ({ page }) => {
  await openCompare(page, 1440);
  const heading = side(page).getByRole('heading', { level: 2 });
  // One cell is the tab stop of the grid.
  const cell = page.locator('.heat td.c[tabindex="0"]');
  const label = (await cell.getAttribute('aria-label')) ?? '';
  await cell.hover();
  await page.waitForLoadState('networkidle');
  const requests = collectRequests(page);
  await expect(heading).toContainText(await testOf(cell));
  await cell.focus();
  await page.keyboard.press('ArrowDown');
  const focused = page.locator('.heat td.c:focus');
  await expect(focused).not.toHaveAttribute('aria-label', label);
  await expect(heading).toContainText(await testOf(focused));
  await expect(side(page).getByRole('img', { name: /relative to/ })).toBeVisible();
  expect(requests).toEqual([]);
  await expectAccessible(page);
});

test('the chart gives way to the panel, and leaves under 1180 px', async ({ page }) => {
  await openCompare(page, 1440);
  await page.locator('.heat td.c[tabindex="0"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary')).toBeVisible();
  await expect(side(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(side(page)).toBeVisible();
  await page.setViewportSize({ width: 1179, height: HEIGHT });
  await expect(side(page)).toBeHidden();
});

test('720 px keep a table with the base and the newest three versions', async ({ page }) => {
  await openCompare(page, 720);
  const heads = page.locator('.heat th.column-head:visible');
  await expect(heads).toHaveCount(4);
  await expect(heads.first()).toContainText('base');
  expect((await heads.locator('b').allInnerTexts()).slice(1)).toEqual(
    (await page.locator('.heat th.column-head b').allTextContents()).slice(-3),
  );
  await expect(page.locator('.stepper')).toBeHidden();
  await expectAccessible(page);
});

test('nothing is wider than a page of 1440 to 390 px, and the options fit', async ({ page }) => {
  await openCompare(page, 1440);
  const popover = page.locator('.options > .popover');
  for (const width of [1440, 1024, 900, 720, 390]) {
    await page.setViewportSize({ width, height: HEIGHT });
    const judgeBy = popover.getByRole('group', { name: 'Judge by' });
    const toggle = page.locator('#view-toggle');
    if ((await toggle.isVisible()) && !(await page.locator('.options > summary').isVisible()))
      await toggle.click();
    if (!(await judgeBy.isVisible())) await page.locator('.options > summary').click();
    await expect(judgeBy).toBeVisible();
    expect(
      await popover.evaluate((box) => box.scrollWidth - box.clientWidth),
      `${width} px`,
    ).toBeLessThanOrEqual(0);
    await expectNoOverflow(page);
  }
});

test('the grid is reached in three tab stops', async ({ page }) => {
  await openCompare(page, 1440);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('.heat td.c:focus')).toHaveCount(1);
});
