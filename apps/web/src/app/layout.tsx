import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { version } from '../env';
import { DropAnywhere } from '../features/uploads/drop-anywhere';
import { isReadingClosed } from '../server/access/closed-reading';
import { CopyLinks } from '../ui/page/copy-links';
import { MenuKeys } from '../ui/page/menu-keys';
import { ThemeScript } from '../ui/page/theme-script';
import { PageKeys } from '../ui/search/page-keys';
import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import '../ui/table/verdicts.css';
import '../ui/styles/frame.css';
import '../ui/styles/popovers.css';
import '../ui/styles/controls.css';
import '../ui/styles/tables.css';
import '../ui/grid/grid.css';
import '../features/compare/heatmap/heatmap.css';
import '../features/compare/heatmap/heatmap-row-summary.css';
import '../features/compare/compare-top.css';
import '../features/compare/heatmap/heatmap-bands.css';
import '../features/compare/seams.css';
import '../features/compare/heatmap/heatmap-verdicts.css';
import '../features/compare/heatmap/heatmap-narrow.css';
import '../features/compare/heatmap/readout.css';
import '../features/compare/reported-costs.css';
import '../features/compare/panel/panel.css';
import '../features/compare/panel/panel-charts.css';
import '../ui/why/why.css';
import '../features/uploads/drop-anywhere.css';
import '../ui/search/search.css';
import '../ui/styles/print.css';

export const metadata: Metadata = {
  title: { default: 'Basecase', template: '%s · Basecase' },
  description: 'What got slower, since which version, and why',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Set by proxy.ts. Reading it also makes every page a fresh one: a stored page would hold the nonce of another.
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    // The theme script may set data-theme before React looks at the element.
    <html lang="en" data-reading={isReadingClosed() ? 'closed' : undefined} suppressHydrationWarning>
      <head>
        <ThemeScript nonce={nonce} />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {children}
        <footer className="foot fine dim">{`Basecase ${version()}`}</footer>
        <DropAnywhere />
        <MenuKeys />
        <CopyLinks />
        <PageKeys />
      </body>
    </html>
  );
}
