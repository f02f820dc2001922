'use client';

import { useEffect } from 'react';
import { forgetHeatmap, rememberHeatmap } from './last-heatmap';

/**
 * Remembers, when the page is left, the heatmap and how it was looked at.
 *
 * @param path of the heatmap, for an address that names none
 */
export function RememberHeatmap({ path }: { path: string }) {
  useEffect(() => {
    rememberHeatmap(path);
    const onLeave = () => {
      const { pathname, search } = window.location;
      rememberHeatmap(new URLSearchParams(search).has('workload') ? pathname + search : path);
    };
    window.addEventListener('pagehide', onLeave);
    return () => window.removeEventListener('pagehide', onLeave);
  }, [path]);
  return null;
}

/** Where nothing was found: the bar must not lead here again. */
export function ForgetHeatmap() {
  useEffect(() => forgetHeatmap(window.location.pathname + window.location.search), []);
  return null;
}
