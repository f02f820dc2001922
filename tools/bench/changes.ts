import type { Page } from '@playwright/test';
import { type BenchRow, median } from './measure';

const FRAME_MS = 16;
/** Not one change may take longer. */
const TWO_FRAMES_MS = 32;
const ROUNDS = 20;

/** Something that a reader does to a table: a control of the page, and what is done with it. */
export interface Change {
  name: string;
  selector: string;
  /** Pressed, or set to the values in turn; a number of options takes one after the other. */
  values: readonly string[] | 'options' | null;
}

const METRIC: Change = {
  name: 'metric',
  selector: '.segments button[name="metric"]:not([aria-pressed="true"]):enabled',
  values: null,
};
const RULE: Change = {
  name: 'rule',
  selector: '.segments button[name="rule"]:not([aria-pressed="true"]):enabled',
  values: null,
};
const FILTER: Change = { name: 'filter', selector: '#filter', values: ['bench-test-1', 'bench-test-'] };
const THRESHOLD: Change = { name: 'threshold', selector: 'select[name="t"]', values: ['0.9', '0.97'] };

/** Changes of the heatmap other than its base and its order. */
export const HEATMAP_CHANGES: readonly Change[] = [METRIC, FILTER, RULE, THRESHOLD];
/** Changes of servers side by side. */
export const SERVERS_CHANGES: readonly Change[] = [
  { name: 'base', selector: 'select[name="base"]', values: 'options' },
  METRIC,
  FILTER,
  RULE,
  THRESHOLD,
];

/**
 * Each change until what is in sight is ready to be painted.
 *
 * @param view what the rows say of the page; table: selector
 */
export async function benchChanges(
  page: Page,
  changes: readonly Change[],
  { view, table }: { view: string; table: string },
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, selector, values } of changes) {
    // A threshold can be chosen where thresholds are in force.
    if (name === 'threshold' && (await page.locator(selector).count()) === 0)
      await page
        .locator(RULE.selector)
        .first()
        .evaluate((button: HTMLElement) => button.click());
    const chosen =
      values === 'options'
        ? await page
            .locator(`${selector} option`)
            .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
        : values;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const value = chosen?.[round % chosen.length] ?? null;
      const time = await measureChange(page, { selector, table, value });
      if (time !== null) times.push(time);
    }
    rows.push(changeRow(`${view}: change of the ${name}`, times));
  }
  return rows;
}

/** @param times milliseconds; empty where nothing changed at all */
export function changeRow(what: string, times: readonly number[], more = ''): BenchRow {
  const aim = `≤ ${FRAME_MS} ms, none over ${TWO_FRAMES_MS} ms`;
  if (times.length === 0)
    return { what, aim, reached: 'not measured: the page stayed as it was', met: false };
  const usual = median(times);
  const worst = Math.max(...times);
  return {
    what: `${what}, columns in sight ready to paint`,
    aim,
    reached: `${usual.toFixed(1)} ms, ${worst.toFixed(1)} ms at most of ${times.length}${more}`,
    met: usual <= FRAME_MS && worst <= TWO_FRAMES_MS,
  };
}

/**
 * React draws in a microtask after such an event. An observer sees the change; then layout is forced. A change after which
 * the table shows the same (no cell lies between two thresholds) is ready when the rest of the page is.
 *
 * @param input value: null to press the control
 * @returns milliseconds; null when nothing was written
 */
async function measureChange(
  page: Page,
  input: { selector: string; table: string; value: string | null },
): Promise<number | null> {
  return page.evaluate(async ({ selector, table: box, value }) => {
    const control = document.querySelector<HTMLElement>(selector);
    const table = document.querySelector(box);
    if (!control || !table) throw new Error(`nothing to change: ${selector}`);
    await new Promise((resolve) => requestIdleCallback(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve));
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    const [writes, beside] = [new MutationObserver(() => {}), new MutationObserver(() => {})];
    writes.observe(table, all);
    beside.observe(document.body, all);
    const start = performance.now();
    if (value === null) control.click();
    else {
      // React follows the value of a control; only the setter of its class changes it unseen.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
    let besideMs: number | null = null;
    let turn = 0;
    for (; writes.takeRecords().length === 0 && turn < 1000; turn += 1) {
      if (besideMs === null && beside.takeRecords().length > 0) {
        table.getBoundingClientRect();
        besideMs = performance.now() - start;
      }
      await Promise.resolve();
    }
    await Promise.resolve();
    table.getBoundingClientRect();
    const frameMs = turn < 1000 ? performance.now() - start : besideMs;
    writes.disconnect();
    beside.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return frameMs;
  }, input);
}
