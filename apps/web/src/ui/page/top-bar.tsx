import { CompareLink } from './compare-link';

/** Home is the name at the left, Upload the button at the right. */
const PAGES = [
  { id: 'compare', href: '/compare', label: 'Compare' },
  { id: 'servers', href: '/servers', label: 'Servers' },
  { id: 'trends', href: '/trends', label: 'Trends' },
  { id: 'regressions', href: '/regressions', label: 'Regressions' },
  { id: 'runs', href: '/runs', label: 'Runs' },
  { id: 'uploads', href: '/uploads', label: 'Uploads' },
] as const;

export type TopBarPage = (typeof PAGES)[number]['id'] | 'home' | 'upload';

/**
 * The bar of every page. Plain links: each page is complete in one response, and needs no router in the browser.
 *
 * @param current null for a page that is none of them
 */
export function TopBar({ current }: { current: TopBarPage | null }) {
  const currentLabel = PAGES.find(({ id }) => id === current)?.label;
  return (
    <header className="top">
      <a
        className="brand"
        href="/"
        aria-label="Basecase, home"
        aria-current={current === 'home' ? 'page' : undefined}
      >
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path d="M1 4.5h7v8h9" fill="none" stroke="currentColor" strokeWidth="2.5" />
        </svg>
        <span>Basecase</span>
      </a>
      <nav className="nav wide" aria-label="Main">
        <PageLinks current={current} />
      </nav>
      {/* On a narrow screen: an element that opens by itself, so it needs no script. */}
      <details className="menu narrow">
        <summary className="button quiet" aria-label={currentLabel ? `Pages, now ${currentLabel}` : 'Pages'}>
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M1 3h12M1 7h12M1 11h12" stroke="currentColor" strokeWidth="1.5" />
          </svg>
          {currentLabel ?? 'Pages'}
        </summary>
        <nav className="popover left" aria-label="Main">
          <PageLinks current={current} />
        </nav>
      </details>
      <a
        className="search-button"
        href="/search"
        data-search
        aria-label="Search"
        aria-keyshortcuts="Control+K"
      >
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M9.2 9.2 13 13" stroke="currentColor" strokeWidth="1.5" />
        </svg>
        <span className="search-words">Test, version, server</span>
        <kbd className="search-words only-script">Ctrl K</kbd>
      </a>
      {/* One primary button in view: on home it is in the page. */}
      <a
        className={current === 'home' ? 'button' : 'button primary'}
        href="/upload"
        aria-current={current === 'upload' ? 'page' : undefined}
      >
        Upload
      </a>
      <button
        type="button"
        className="button quiet icon"
        data-theme-toggle
        aria-label="Switch between light and dark"
      >
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
        </svg>
      </button>
    </header>
  );
}

function PageLinks({ current }: { current: TopBarPage | null }) {
  return PAGES.map(({ id, href, label }) =>
    id === 'compare' ? (
      <CompareLink key={id} label={label} isCurrent={id === current} />
    ) : (
      <a key={id} href={href} aria-current={id === current ? 'page' : undefined}>
        {label}
      </a>
    ),
  );
}
