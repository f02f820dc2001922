import type { Page } from '@playwright/test';
import { benchChanges, changeRow, HEATMAP_CHANGES } from './changes';
import { loadRows, usualOf } from './loads';
import { type BenchRow, median, repeat } from './measure';
import { type AppToMeasure, type Load, measureLoads, withApp } from './open-app';

const LOADS = 7;
const ROUNDS = 20;
/** The page listens when one cell can take the focus. */
const READY = 'td.c[tabindex="0"]';
const PATH = '/compare?server=bench-1&workload=bench-1&cols=all';
const VIEW = '(d) heatmap 33 × 60';

interface Switch {
  /** Script, style and layout of the columns in sight, ready to be painted. */
  frameMs: number;
  /** Until the columns out of sight are drawn too. */
  allMs: number;
}

/**
 * A click on a column's head. React draws in a microtask after the click, so the first number is taken there, with
 * the layout forced; the base column's own mark tells that it was drawn.
 */
async function measureBaseSwitch(page: Page, column: number): Promise<Switch> {
  return page.evaluate(async (index) => {
    const head = document.querySelectorAll<HTMLButtonElement>('.column-button')[index];
    const table = document.querySelector('.heat');
    if (!head || !table) throw new Error(`no column ${index}`);
    // Nobody clicks without pointing first, and the page uses that time.
    head.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await new Promise((resolve) => requestIdleCallback(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve));
    const rows = table.querySelectorAll('tr[data-row]').length;
    const start = performance.now();
    head.click();
    while (!head.closest('th')?.classList.contains('is-base')) await Promise.resolve();
    table.getBoundingClientRect();
    const frameMs = performance.now() - start;
    // No named function in here: the compiler's helper for names does not exist in the page.
    while (table.querySelectorAll('tr[data-row] td.c.base').length !== rows) {
      await new Promise(requestAnimationFrame);
    }
    await new Promise((resolve) => requestIdleCallback(resolve));
    return { frameMs, allMs: performance.now() - start };
  }, column);
}

/** `s` on the head of a column: the rows show their tests in another order. */
async function measureSort(page: Page, column: number): Promise<number> {
  return page.evaluate(async (index) => {
    const head = document.querySelectorAll<HTMLButtonElement>('.column-button')[index];
    const box = document.querySelector('.heat-wrap');
    if (!head || !box) throw new Error(`no column ${index}`);
    head.focus();
    await new Promise((resolve) => requestIdleCallback(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve));
    const writes = new MutationObserver(() => {});
    writes.observe(box, { subtree: true, childList: true, characterData: true });
    const start = performance.now();
    head.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true, cancelable: true }));
    for (let turn = 0; writes.takeRecords().length === 0; turn += 1) {
      if (turn > 1000) throw new Error('the order did not change');
      await Promise.resolve();
    }
    await Promise.resolve();
    box.querySelector('.heat')?.getBoundingClientRect();
    const frameMs = performance.now() - start;
    writes.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return frameMs;
  }, column);
}

/** The heatmap of 33 tests × 60 columns in Chromium, as a first visit, and changes of it. */
export async function benchPage(input: AppToMeasure, peer: Load): Promise<BenchRow[]> {
  return withApp(input, async ({ browser, url }) => {
    const loads = await measureLoads(browser, url + PATH, { ready: READY, times: LOADS });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(url + PATH);
    await page.locator(READY).waitFor();
    const columns = await page.locator('.column-button').count();
    if (columns < 60) throw new Error(`the page shows ${columns} columns, not 60`);
    const switches = await repeat(ROUNDS, (round) => measureBaseSwitch(page, round + 1));
    const changes = await benchChanges(page, HEATMAP_CHANGES, { view: VIEW, table: '.heat' });
    const sorts = await repeat(ROUNDS, (round) => measureSort(page, 1 + ((round + 1) % 10)));
    const all = median(switches.map(({ allMs }) => allMs)).toFixed(0);
    return [
      ...loadRows(VIEW, usualOf(loads), peer),
      changeRow(
        `${VIEW}: change of base`,
        switches.map(({ frameMs }) => frameMs),
        ` (all 60 columns after ${all} ms)`,
      ),
      ...changes,
      changeRow(`${VIEW}: change of the order`, sorts),
    ];
  });
}
