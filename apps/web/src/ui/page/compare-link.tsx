'use client';

import { useEffect, useRef } from 'react';
import { lastHeatmap } from './remember-heatmap';

/**
 * The link to the heatmaps. The page is the same for all visitors, so the browser leads it to the one that was looked at
 * last in it; before that, and without scripts, it leads to the one with most to compare.
 */
export function CompareLink({ label, isCurrent }: { label: string; isCurrent: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => (link.current ? aimCompareLinks([link.current]) : undefined), []);
  return (
    <a ref={link} href="/compare" aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </a>
  );
}

/** Leads links to the heatmap that was looked at last. @returns what ends it */
export function aimCompareLinks(links: Iterable<HTMLAnchorElement>): () => void {
  const own = [...links];
  const aim = () => {
    const path = lastHeatmap();
    if (path !== null) for (const link of own) link.href = path;
  };
  aim();
  // A page that the browser kept is shown again as it was.
  window.addEventListener('pageshow', aim);
  return () => window.removeEventListener('pageshow', aim);
}
