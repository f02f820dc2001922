'use client';

import { useEffect } from 'react';

/** Brings a marked line into sight where the address has no `#L10` that would. */
export function ScrollToLine({ id }: { id: string }) {
  useEffect(() => {
    if (window.location.hash === '') document.getElementById(id)?.scrollIntoView({ block: 'center' });
  }, [id]);
  return null;
}
