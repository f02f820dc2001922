import { expect, type Locator, type Page } from '@playwright/test';

/** The heatmap of the runs that this project recorded itself; `npm test` loads them into a fresh database. */
export const RECORDED_SERVER = 'record-2core';

/** Opens the heatmap of the recorded runs and waits until it reacts. */
export async function openRecorded(page: Page, query = ''): Promise<void> {
  await page.goto(`/compare?server=${RECORDED_SERVER}${query}`);
  await hydrated(page);
}

/** The table is one tab stop from the moment on that scripts handle it. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('.heat [tabindex="0"]').first()).toBeVisible();
}

/** Collects what the page asks for from now on. A browser may fetch the icon of a page again whenever its URL changes. */
export function collectRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/icon')) requests.push(request.url());
  });
  return requests;
}

/** The head of a column by its version; a button that makes the column the base. */
export function columnHead(page: Page, version: string): Locator {
  return page
    .locator('th.column-head')
    .filter({ has: page.locator('b', { hasText: new RegExp(`^${version}$`) }) });
}

/** The cell of a test in the column of a version. */
export async function cell(page: Page, test: string, version: string): Promise<Locator> {
  const heads = await page.locator('th.column-head b').allTextContents();
  const column = heads.indexOf(version);
  expect(column, `a column of ${version} among ${heads.join(', ')}`).toBeGreaterThanOrEqual(0);
  const [name = '', note = ''] = test.split(' ');
  const row = page
    .locator('tr[data-row]')
    .filter({ has: page.getByRole('rowheader', { name: `${name}${note}`, exact: true }) });
  return row.locator('td.c').nth(column);
}

/** Texts of all cells of the heatmap, row by row. */
export async function cellTexts(page: Page): Promise<string[][]> {
  return page
    .locator('tr[data-row]')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td.c')].map((each) => each.textContent ?? '')),
    );
}
