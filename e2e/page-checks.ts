import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that a theme can break: it changes only colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Windows that every page is looked at in. */
export const VIEWPORTS = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

/** The violations that axe finds on the current page. */
export async function axe(page: Page) {
  return (await builderFor(page).withTags(WCAG).analyze()).violations;
}

/** Expects that axe finds nothing: by all rules in the light theme, by those of colours in the dark one. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without motion no colour is on its way to another while axe looks.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await axe(page), page.url()).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const { violations } = await builderFor(page).withRules(COLOUR_RULES).analyze();
  expect(violations, `${page.url()} in the dark theme`).toEqual([]);
}

/** Expects that nothing is wider than the window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}

/** Collects what the page writes to the console as errors, and errors that nothing caught, from now on. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** No page here has frames, so axe needs no second page to join what it found in each. */
function builderFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
}
