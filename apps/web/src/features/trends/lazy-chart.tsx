import dynamic from 'next/dynamic';

/** The page has been painted and reacts. */
function whenLoaded(): Promise<void> {
  return new Promise((resolve) => {
    const soon = () => setTimeout(resolve, SOON_MS);
    if (document.readyState === 'complete') soon();
    else window.addEventListener('load', soon, { once: true });
  });
}

const SOON_MS = 50;

/**
 * Recharts is half of the page, and draws nothing on the server. So the page comes without it, complete with its
 * table, keeps the place of the chart, and loads it after everything else.
 */
export const LazyTrendChart = dynamic(
  async () => {
    await whenLoaded();
    const { TrendChart } = await import('./trend-chart');
    return TrendChart;
  },
  { ssr: false, loading: () => <div className="trend-chart skel" /> },
);
