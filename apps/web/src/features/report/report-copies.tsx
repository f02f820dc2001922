'use client';

import { columnParts, FITS } from '@basecase/views/report';
import { useEffect, useState } from 'react';
import { pickCells } from '../../ui/grid/pick-cells';

const FORMS = [
  { format: 'html', length: 'long', label: 'HTML, long form' },
  { format: 'html', length: 'short', label: 'HTML, short form' },
  { format: 'md', length: 'long', label: 'Markdown, long form' },
  { format: 'md', length: 'short', label: 'Markdown, short form' },
] as const;

type Form = (typeof FORMS)[number];

/** The report to publish: each form as a file, and, with a script, to the clipboard. */
export function ReportCopies({ reportHref }: { reportHref: string }) {
  const [said, say] = useState('');
  const hrefOf = ({ format, length }: Form) =>
    `${reportHref}${reportHref.includes('?') ? '&' : '?'}format=${format}&length=${length}`;

  async function copy(form: Form) {
    say('Reading the report …');
    try {
      await writeToClipboard(form, hrefOf(form));
      say(`Copied as ${form.label}.`);
    } catch (cause) {
      say(
        `Not copied: ${cause instanceof Error ? cause.message : 'unknown reason'}. Open it as a file instead.`,
      );
    }
  }

  return (
    <details className="menu">
      <summary className="button">Copy</summary>
      <div className="popover report-copies">
        <p className="mid">HTML has the picture inside; Markdown links to it.</p>
        <ul>
          {FORMS.map((form) => (
            <li key={form.label}>
              <button type="button" className="button" onClick={() => copy(form)}>
                Copy<span className="sr-only"> as {form.label}</span>
              </button>
              <a href={hrefOf(form)}>{form.label}</a>
            </li>
          ))}
        </ul>
        <output>{said}</output>
      </div>
    </details>
  );
}

const PROGRAMS = [
  { as: 'hugo', label: 'Hugo', where: 'into content/posts' },
  { as: 'jekyll', label: 'Jekyll', where: 'into the site' },
  { as: 'blogger', label: 'Blogger', where: 'paste post.html, upload the pictures' },
] as const;

/** The report as a new post with its pictures, for each program of blogs. */
export function PublishMenu({ reportHref }: { reportHref: string }) {
  const join = reportHref.includes('?') ? '&' : '?';
  return (
    <details className="menu">
      <summary className="button">Publish</summary>
      <div className="popover report-copies">
        <ul>
          {PROGRAMS.map(({ as, label, where }) => (
            <li key={as}>
              <a className="button" href={`${reportHref}${join}format=zip&as=${as}`}>
                {label}
                <span className="sr-only">, zip</span>
              </a>
              <span className="mid">{where}</span>
            </li>
          ))}
        </ul>
        <p className="mid">
          A zip for a new post. Later numbers keep your text: <code>npx basecase publish</code>,{' '}
          <a href="/docs/how-to/publish">how</a>.
        </p>
      </div>
    </details>
  );
}

/** As rich text where it is HTML, so that an editor of posts takes it with its tables and its picture. */
async function writeToClipboard({ format }: Form, href: string): Promise<void> {
  const text = fetch(href).then((response) => {
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return response.text();
  });
  const blob = (type: string) => text.then((content) => new Blob([content], { type }));
  // Browsers want to be asked while the click lasts, so what is not there yet is handed over as a promise.
  const item = new ClipboardItem({
    'text/plain': blob('text/plain'),
    ...(format === 'html' && { 'text/html': blob('text/html') }),
  });
  await navigator.clipboard.write([item]);
}

/**
 * While the browser prints, tables that are wider than the paper are split by columns. Without scripts they
 * are made smaller until they fit (see print.css).
 */
export function PrintParts() {
  useEffect(() => {
    const shown: HTMLElement[] = [];
    function onBeforePrint() {
      for (const table of document.querySelectorAll<HTMLTableElement>('.report table.parts')) {
        const count = (table.tHead?.rows[0]?.cells.length ?? 1) - 1;
        if (count <= FITS) continue;
        const box = document.createElement('div');
        box.className = 'printed';
        const parts = columnParts(count);
        // All parts in the size of the widest.
        box.style.setProperty('--n', String(parts[0]?.length ?? count));
        box.append(...parts.map((columns) => partOf(table, columns, count)));
        table.before(box);
        shown.push(box);
      }
    }
    function onAfterPrint() {
      for (const box of shown.splice(0)) box.remove();
    }
    window.addEventListener('beforeprint', onBeforePrint);
    window.addEventListener('afterprint', onAfterPrint);
    return () => {
      onAfterPrint();
      window.removeEventListener('beforeprint', onBeforePrint);
      window.removeEventListener('afterprint', onAfterPrint);
    };
  }, []);
  return null;
}

/** A copy of a table with some of its columns. */
function partOf(table: HTMLTableElement, columns: readonly number[], count: number): HTMLTableElement {
  const copy = table.cloneNode(true) as HTMLTableElement;
  copy.style.removeProperty('--n');
  for (const row of copy.rows) pickCells(row, { columns, count });
  return copy;
}
