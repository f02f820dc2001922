'use client';

import { useState } from 'react';
import { RUN_FORMATS, TABLE_FORMATS } from '../../ui/page/export-formats';

interface Props {
  /** Path that answers with `format=`. */
  exportPath: string;
  /** Query of the page as it was drawn, with the question mark; empty without one. */
  query: string;
  /** False if the table can't be exported as text. */
  hasTables?: boolean;
  /** False for a permalink that keeps no runs. */
  hasRuns?: boolean;
}

/** Links to what a page shows as files: they work without scripts. */
export function ExportMenu({ exportPath, query, hasTables = true, hasRuns = true }: Props) {
  const [now, setNow] = useState(query);
  const formats = [...(hasTables ? TABLE_FORMATS : []), ...(hasRuns ? RUN_FORMATS : [])];
  if (formats.length === 0) return null;
  return (
    // A page changes its address in place: what counts is the one when the menu is opened.
    <details className="menu wide" onToggle={() => setNow(window.location.search)}>
      <summary className="button">Export</summary>
      <div className="popover">
        {formats.map(([format, label]) => (
          <a key={format} href={`${exportPath}${now ? `${now}&` : '?'}format=${format}`}>
            {label}
          </a>
        ))}
      </div>
    </details>
  );
}
