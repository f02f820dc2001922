const PAGES = [
  { id: 'home', href: '/', label: 'Home' },
  { id: 'compare', href: '/compare', label: 'Compare' },
] as const;

/** The bar of every page. Plain links: each page is complete in one response, and needs no router in the browser. */
export function TopBar({ current }: { current: (typeof PAGES)[number]['id'] | null }) {
  return (
    <header className="top">
      <a className="brand" href="/" aria-label="Basecase, home">
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path d="M1 4.5h7v8h9" fill="none" stroke="currentColor" strokeWidth="2.5" />
        </svg>
        <span>Basecase</span>
      </a>
      <nav className="nav" aria-label="Main">
        {PAGES.map(({ id, href, label }) => (
          <a key={id} href={href} aria-current={id === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <button
        type="button"
        className="btn quiet icon"
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
