import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';

/** Opens the dialog of the page. */
export async function openShare(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Share this view' });
  // A click that comes before the page listens opens nothing.
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog).toBeVisible({ timeout: 1000 });
  }).toPass();
  return dialog;
}

/** Freezes what the page shows and returns the path of the permalink. */
export async function freeze(page: Page): Promise<string> {
  const dialog = await openShare(page);
  await dialog.getByRole('button', { name: 'Create permalink' }).click();
  const link = await dialog.getByLabel('permalink', { exact: true }).inputValue();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return new URL(link).pathname;
}

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The PNG at an address. A busy server that draws others at this moment refuses it with 503, and is asked again. */
export async function imageOf(request: APIRequestContext, address: string): Promise<Buffer> {
  let answer = await request.get(address);
  const statusNow = async () => {
    if (answer.status() === 503) answer = await request.get(address);
    return answer.status();
  };
  await expect.poll(statusNow, { timeout: 120_000 }).not.toBe(503);
  expect(answer.headers()['content-type']).toBe('image/png');
  return answer.body();
}

/** Width and height of a PNG: the first two numbers of its IHDR chunk. */
export function sizeOf(png: Buffer): [number, number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
