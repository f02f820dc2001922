/** Safari has no idle callbacks; this is soon enough. */
const SOON_MS = 50;

/** After a click Chromium may hold idle time back until the pointer moves; what waits for it is wanted all the same. */
const AT_LAST_MS = 300;

/**
 * Does something when the browser has nothing else to do.
 *
 * @returns what takes it back
 */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, SOON_MS);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(() => work(), { timeout: AT_LAST_MS });
  return () => cancelIdleCallback(id);
}

/**
 * Does something in the idle time of the next frame: several idle times may come before the browser lays out and paints what
 * was done in them, all of it at once.
 *
 * @returns what takes it back
 */
export function whenFrameIsIdle(work: () => void): () => void {
  if (typeof requestAnimationFrame === 'undefined') return whenIdle(work);
  let cancel = () => {};
  const frame = requestAnimationFrame(() => {
    cancel = whenIdle(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    cancel();
  };
}
