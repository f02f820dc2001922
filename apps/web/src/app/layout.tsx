import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { ThemeScript } from '../components/theme-script';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/verdicts.css';
import '../styles/frame.css';
import '../styles/popovers.css';
import '../styles/controls.css';
import '../styles/tables.css';
import '../styles/heatmap.css';
import '../styles/heatmap-reading.css';
import '../styles/heatmap-narrow.css';
import '../styles/readout.css';
import '../styles/panel.css';
import '../styles/panel-charts.css';
import '../styles/artifact.css';

export const metadata: Metadata = {
  title: { default: 'Basecase', template: '%s · Basecase' },
  description: 'What got slower, since which version, and why',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The theme script may set data-theme before React looks at the element.
    <html lang="en" suppressHydrationWarning>
      <head>
        <ThemeScript />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}
