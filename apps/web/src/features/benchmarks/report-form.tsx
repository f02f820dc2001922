'use client';

import type { ReactNode } from 'react';
import { ShowButton } from '../../ui/form/data-form';

/**
 * A GET form that is sent at each change. Without scripts its button sends it; with them empty fields are left out, so
 * that the address holds the chosen values only.
 */
export function ReportForm({
  action,
  label,
  children,
}: {
  action: string;
  label: string;
  children: ReactNode;
}) {
  return (
    <form
      className="benchmark-form contents"
      action={action}
      aria-label={label}
      onChange={(event) => {
        const pairs = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
        const query = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]));
        window.location.assign(`${action}?${query}`);
      }}
    >
      {children}
      <ShowButton />
    </form>
  );
}
