import { lazy } from 'react';

/** The chart is wanted when somebody does something, or when the browser has nothing else to do. */
function whenWanted(): Promise<void> {
  return new Promise((resolve) => {
    const wanted = () => resolve();
    for (const event of ['pointermove', 'pointerdown', 'focusin', 'keydown']) {
      document.addEventListener(event, wanted, { once: true, passive: true });
    }
    const whenIdle = () => setTimeout(wanted, IDLE_MS);
    if (document.readyState === 'complete') whenIdle();
    else window.addEventListener('load', whenIdle, { once: true });
  });
}

/** After this time the page has been painted and reacts. */
const IDLE_MS = 300;

/**
 * The chart comes with the page as drawn by the server, and its links work as they are. The library behind it is the
 * largest part of the page and is only needed to draw it anew, so it is loaded after everything else. (`next/dynamic`
 * would ask for it at once.)
 */
export const LazyTrendChart = lazy(async () => {
  if (typeof window !== 'undefined') await whenWanted();
  const { TrendChart } = await import('./trend-chart');
  return { default: TrendChart };
});
