import { expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that a theme can break: it changes only colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Windows that every page is looked at in. */
export const VIEWPORTS = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

/**
 * The violations that axe finds on the current page.
 *
 * @param rules tags or ids of rules
 */
export async function axe(page: Page, rules: string[] = WCAG): Promise<axeCore.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  return page.evaluate(
    async ([runOnly, isOfColours]) => {
      const kept = window as unknown as {
        axe: typeof axeCore;
        styles?: Map<string, string>;
        seen?: Set<string>;
      };
      // Contrast takes three quarters of the time. A table repeats its cells, a narrow window the text of the wide one: text is
      // looked at once if the names, classes and styles of it and its ancestors are the same.
      kept.styles ??= new Map();
      const seen = new Set(kept.seen);
      const { axe: injected, styles } = kept;
      const known = new Map<Element, string>();
      const styleOf = (element: Element | null): string => {
        const found = element && known.get(element);
        if (!element || found) return found ?? '';
        const own = getComputedStyle(element);
        const style = [
          styleOf(element.parentElement),
          element.tagName,
          element.getAttribute('class'),
          own.color,
          own.backgroundColor,
          own.backgroundImage,
          own.opacity,
          own.fontSize,
          own.fontWeight,
          own.textDecorationLine,
          own.textShadow,
          own.position,
          own.display,
          own.visibility,
        ].join();
        const short = styles.get(style) ?? String(styles.size);
        styles.set(style, short);
        known.set(element, short);
        return short;
      };
      const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '';
      let isNew = false;
      for (const element of document.body.querySelectorAll('*')) {
        element.removeAttribute('data-repeated');
        if (!element.matches('input, select, textarea') && ![...element.childNodes].some(isText)) continue;
        const { right, width } = element.getBoundingClientRect();
        const style = `${styleOf(element)} ${width > 1 && right > 0}`;
        if (seen.has(style)) element.setAttribute('data-repeated', '');
        else isNew = true;
        seen.add(style);
      }
      if (!isNew && isOfColours) return [];
      injected.configure({ rules: [{ id: 'color-contrast', selector: '*:not([data-repeated])' }] });
      const { violations } = await injected.run(document, { runOnly, resultTypes: ['violations'] });
      if (violations.length === 0) kept.seen = seen;
      return violations;
    },
    [rules, rules === COLOUR_RULES] as const,
  );
}

/** Expects that axe finds nothing: by all rules in the light theme, by those of colours in the dark one. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without motion no colour is on its way to another while axe looks.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await axe(page), page.url()).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await axe(page, COLOUR_RULES), `${page.url()} in the dark theme`).toEqual([]);
}

/** Expects that nothing is wider than the window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}

/** Expects in a wide and a narrow window that axe finds nothing, and that nothing is wider than the window. */
export async function expectSoundInWindows(page: Page): Promise<void> {
  for (const viewport of [VIEWPORTS.narrow, VIEWPORTS.wide]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
}

/** Collects what the page writes to the console as errors, and errors that nothing caught, from now on. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}
