import type { Page } from '@playwright/test';
import { type BenchRow, median } from './measure';

const FRAME_MS = 16;

/** Something that a reader does to the heatmap: a control of the page, and what is done with it. */
interface Change {
  name: string;
  selector: string;
  /** Pressed, or set to the values in turn. */
  values: string[] | null;
  rounds: number;
}

/** An even number of metrics leads back to throughput, an odd one of rules to thresholds. */
const CHANGES: readonly Change[] = [
  {
    name: 'metric',
    selector: '.segments button[name="metric"]:not([aria-pressed="true"]):enabled',
    values: null,
    rounds: 10,
  },
  { name: 'filter', selector: '#filter', values: ['bench-test-1', 'bench-test-'], rounds: 10 },
  {
    name: 'rule',
    selector: '.segments button[name="rule"]:not([aria-pressed="true"]):enabled',
    values: null,
    rounds: 9,
  },
  { name: 'threshold', selector: 'select[name="t"]', values: ['0.9', '0.97'], rounds: 9 },
];

/** Changes of the view other than the base: each until what is in sight is ready to be painted. */
export async function benchChanges(page: Page): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, selector, values, rounds } of CHANGES) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await measureChange(page, { selector, value: values?.[round % values.length] ?? null }));
    }
    const usual = median(times);
    rows.push({
      what: `(d) heatmap 33 × 60: change of the ${name}, columns in sight ready to paint`,
      aim: `≤ ${FRAME_MS} ms`,
      reached: `${usual.toFixed(1)} ms`,
      met: usual <= FRAME_MS,
    });
  }
  return rows;
}

/**
 * React draws in a microtask after such an event. What was written is seen by an observer; then layout is forced.
 *
 * @param input value: null to press the control
 */
async function measureChange(page: Page, input: { selector: string; value: string | null }): Promise<number> {
  return page.evaluate(async ({ selector, value }) => {
    const control = document.querySelector<HTMLElement>(selector);
    const table = document.querySelector('.heat');
    if (!control || !table) throw new Error(`nothing to change: ${selector}`);
    await new Promise((resolve) => requestIdleCallback(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve));
    const writes = new MutationObserver(() => {});
    writes.observe(table, { subtree: true, childList: true, characterData: true, attributes: true });
    const start = performance.now();
    if (value === null) control.click();
    else {
      // React follows the value of a control; only the setter of its class changes it unseen.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
    for (let turn = 0; writes.takeRecords().length === 0; turn += 1) {
      if (turn > 1000) throw new Error(`no change after ${selector}`);
      await Promise.resolve();
    }
    await Promise.resolve();
    table.getBoundingClientRect();
    const frameMs = performance.now() - start;
    writes.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return frameMs;
  }, input);
}
