import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { MenuKeys } from '../components/menu-keys';
import { ThemeScript } from '../components/theme-script';
import { DropAnywhere } from '../features/uploads/drop-anywhere';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/verdicts.css';
import '../styles/frame.css';
import '../styles/popovers.css';
import '../styles/controls.css';
import '../styles/tables.css';
import '../styles/heatmap.css';
import '../styles/heatmap-reading.css';
import '../styles/heatmap-verdicts.css';
import '../styles/heatmap-narrow.css';
import '../styles/readout.css';
import '../styles/panel.css';
import '../styles/panel-charts.css';
import '../styles/drop-anywhere.css';
import '../styles/print.css';

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
    <html lang="en" suppressHydrationWarning>
      <head>
        <ThemeScript nonce={nonce} />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {children}
        <DropAnywhere />
        <MenuKeys />
      </body>
    </html>
  );
}
