/** Steps shorter than this get one line, at their end. */
const QUICK_MS = 400;
/** Without a terminal (CI, a log file), a running step is listed this often. */
const STILL_RUNNING_MS = 15_000;

/**
 * @typedef {object} Progress
 * @property {<T>(label: string, work: (note: (text: string) => void) => Promise<T> | T) => Promise<T>} step
 *   runs the work, shows that it runs and how long it took; `note` adds a word about where it is
 * @property {(text: string) => void} line prints a line without disturbing the status line
 * @property {(options?: { isOver?: boolean }) => void} stop ends the status line; isOver: steps that are still running are ended, which
 *   is not their failure
 */

/**
 * Seconds with one decimal: `36.2 s`.
 * @param {number} startMs from performance.now()
 */
export const elapsed = (startMs) => `${((performance.now() - startMs) / 1000).toFixed(1)} s`;

/**
 * Shows steps that may run side by side. On a terminal the running ones share one status line that is rewritten;
 * elsewhere every line is final.
 * @param {{ write(text: string): unknown; isTTY?: boolean; columns?: number }} [out]
 * @returns {Progress}
 */
export function createProgress(out = process.stdout) {
  /** @type {Map<string, { started: number; note: string; announced: number }>} */
  const running = new Map();
  let statusShown = false;
  let isOver = false;

  const clear = () => {
    if (statusShown) out.write('\r\x1b[2K');
    statusShown = false;
  };
  /** @param {string} text */
  const line = (text) => {
    clear();
    out.write(`${text}\n`);
  };
  /** @param {string} label @param {{ started: number; note: string }} state */
  const describe = (label, { started, note }) =>
    `${label} ${Math.floor((performance.now() - started) / 1000)} s${note && ` (${note})`}`;
  const tick = () => {
    const slow = [...running].filter(([, { started }]) => performance.now() - started > QUICK_MS);
    if (out.isTTY) {
      clear();
      if (slow.length === 0) return;
      const text = `… ${slow.map(([label, state]) => describe(label, state)).join(' · ')}`;
      out.write(text.slice(0, (out.columns ?? 80) - 1));
      statusShown = true;
      return;
    }
    for (const [label, state] of slow) {
      if (performance.now() - state.announced < STILL_RUNNING_MS && state.announced > 0) continue;
      line(state.announced > 0 ? `… ${describe(label, state)}` : `… ${label}`);
      state.announced = performance.now();
    }
  };
  const timer = setInterval(tick, 200);
  timer.unref();

  return {
    line,
    async step(label, work) {
      const state = { started: performance.now(), note: '', announced: 0 };
      running.set(label, state);
      try {
        const result = await work((text) => {
          state.note = text;
        });
        line(`✓ ${label} ${elapsed(state.started)}${state.note && ` (${state.note})`}`);
        return result;
      } catch (error) {
        if (!isOver) line(`✗ ${label} ${elapsed(state.started)}`);
        throw error;
      } finally {
        running.delete(label);
      }
    },
    stop(options) {
      isOver = options?.isOver ?? false;
      clearInterval(timer);
      clear();
    },
  };
}
