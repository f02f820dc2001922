import type { Browser } from '@playwright/test';
import { atMost, type BenchRow, median, megabytes, milliseconds, repeat, times } from '../measure';
import { type AppToMeasure, withApp } from '../open-app';

const LOADS = 5;
const PATH = '/compare?server=bench-1&workload=bench-1&cols=all';
/** The page listens when one cell can take the focus. */
const READY = 'td.c[tabindex="0"]';

interface Figures {
  /** The page as HTML, not compressed. */
  bytes: number;
  firstRowMs: number;
  /** Heap of the page before it is used. */
  heapBytes: number;
  /** From the first letter in the filter of a used page to other rows. */
  filterMs: number;
}

/** A heatmap of 5,000 tests against one of 500 in the same run: ratios of what a visit costs. */
export async function benchManyTests(input: { few: AppToMeasure; many: AppToMeasure }): Promise<BenchRow[]> {
  const few = await measure(input.few);
  const many = await measure(input.many);
  const row = (what: string, of: keyof Figures, limit: number, show: (value: number) => string): BenchRow => {
    const ratio = many[of] / few[of];
    return atMost(`(r) heatmap of 5,000 tests against 500: ${what}`, ratio, {
      limit,
      show: times(2),
      more: ` (${show(many[of])} and ${show(few[of])})`,
    });
  };
  const ms = milliseconds(0);
  return [
    row('bytes of the page', 'bytes', 1.1, (value) => `${(value / 1000).toFixed(0)} KB`),
    row('time to the first row', 'firstRowMs', 1.2, ms),
    row('heap before the first use', 'heapBytes', 1.2, (value) => megabytes(1)(value / 1e6)),
    row('change of the filter', 'filterMs', 3, ms),
  ];
}

async function measure(input: AppToMeasure): Promise<Figures> {
  return withApp(input, async ({ browser, url }) => {
    const [, ...loads] = await repeat(LOADS + 1, () => load(browser, url));
    const of = (figure: keyof Figures) => median(loads.map((each) => each[figure]));
    return {
      bytes: of('bytes'),
      firstRowMs: of('firstRowMs'),
      heapBytes: of('heapBytes'),
      filterMs: of('filterMs'),
    };
  });
}

async function load(browser: Browser, url: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const response = await page.goto(url + PATH, { waitUntil: 'commit' });
    await page.locator('tr[data-row]').first().waitFor();
    const firstRowMs = await page.evaluate(() => performance.now());
    const bytes = (await response?.body())?.length ?? 0;
    await page.waitForLoadState('networkidle');
    const heap = await (await context.newCDPSession(page)).send('Runtime.getHeapUsage');
    // The page may begin to listen for its first use only now.
    for (let x = 400; (await page.locator(READY).count()) === 0; x += 1) {
      await page.mouse.move(x, 400);
      await page.waitForTimeout(20);
    }
    const filterMs = await page.evaluate(async () => {
      const field = document.querySelector<HTMLInputElement>('#filter');
      const box = document.querySelector('.heat-wrap');
      if (!field || !box) throw new Error('no filter');
      const writes = new MutationObserver(() => {});
      writes.observe(box, { subtree: true, childList: true, characterData: true });
      field.focus();
      const start = performance.now();
      document.execCommand('insertText', false, 'test-49');
      while (writes.takeRecords().length === 0) await new Promise(requestAnimationFrame);
      box.getBoundingClientRect();
      writes.disconnect();
      return performance.now() - start;
    });
    return { bytes, firstRowMs, heapBytes: heap.usedSize, filterMs };
  } finally {
    await context.close();
  }
}
