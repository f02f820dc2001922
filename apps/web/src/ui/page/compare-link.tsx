'use client';

import { useEffect, useRef } from 'react';
import { lastHeatmap } from './last-heatmap';

/**
 * The link to the heatmaps. The page is the same for all visitors, so the browser leads it to the one that was looked at
 * last in it; before that, and without scripts, it leads to the one with most to compare.
 */
export function CompareLink({ label, isCurrent }: { label: string; isCurrent: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const aim = () => {
      const path = lastHeatmap();
      if (path !== null && link.current) link.current.href = path;
    };
    aim();
    // A page that the browser kept is shown again as it was.
    window.addEventListener('pageshow', aim);
    return () => window.removeEventListener('pageshow', aim);
  }, []);
  return (
    <a ref={link} href="/compare" aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </a>
  );
}
