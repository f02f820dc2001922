import { defineConfig } from 'vitepress';
import { anchorOf } from '../../tools/checks/citations.mjs';
import { siteLinks } from './site-links.mjs';

/** @param {string} text @param {string} link */
const page = (text, link) => ({ text, link });

export default defineConfig({
  title: 'Basecase',
  description: 'A dashboard for database benchmark results and regressions',
  base: '/docs/',
  // Its inline style is against the policy of the app.
  appearance: { disableTransition: false },
  lang: 'en',
  // The icon of the app, which serves the site.
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  vite: { publicDir: false, build: { chunkSizeWarningLimit: 2000 } },
  // Anchors as on GitHub, so that one link works in both.
  markdown: { config: siteLinks, anchor: { slugify: anchorOf } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      page('Tutorial', '/tutorial/first-regression'),
      page('Method', '/method'),
      page('Formats', '/formats'),
      page('Glossary', '/project/glossary'),
    ],
    sidebar: [
      { text: 'Tutorial', items: [page('From logs to a regression', '/tutorial/first-regression')] },
      {
        text: 'How-to',
        items: [
          page('Load your logs', '/how-to/load-logs'),
          page('Name your runs', '/how-to/name-your-runs'),
          page('Correct names and servers', '/how-to/correct'),
          page('Record benchmarks', '/how-to/record'),
          page('GitHub Actions and CI', '/how-to/github-action'),
          page('Triage regressions', '/how-to/regressions'),
          page('Feeds and webhooks', '/how-to/webhooks'),
          page('Save a view as one file', '/how-to/offline'),
          page('Weigh tests, compute cost and energy', '/how-to/what-if'),
          page('Publish a report on a blog', '/how-to/publish'),
          page('Say how a benchmark was made', '/how-to/disclosure'),
          page('Ask an assistant', '/how-to/assistants'),
          page('Mail', '/how-to/mail'),
          page('Issues', '/how-to/issues'),
          page('Suspects', '/how-to/suspects'),
          page('Control access', '/how-to/access'),
          page('Operations', '/how-to/operations'),
          page('External PostgreSQL', '/how-to/external-postgresql'),
          page('Plan runs', '/how-to/plan'),
          page('Stalls', '/how-to/stalls'),
          page('Find the commit', '/how-to/bisect'),
          page('Scale out', '/how-to/scale'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('Supported formats', '/reference/supported-formats'),
          page('Formats in detail', '/formats'),
          page('results.json', '/reference/results'),
          page('Server metrics', '/reference/metrics'),
          page('Parsers and diagnostics', '/project/ingest'),
          page('Performance', '/reference/performance'),
          page('A rehearsal', '/reference/rehearsal'),
          page('Corpus report', '/reference/corpus-report'),
          page('Glossary', '/project/glossary'),
        ],
      },
      {
        text: 'Explanation',
        items: [
          page('How to read a heatmap', '/explanation/read-a-heatmap'),
          page('How changes are judged', '/method'),
          page('Architecture', '/project/architecture'),
          page('Decisions', '/decisions/'),
        ],
      },
      {
        text: 'Project',
        items: [
          page('Contributing', '/project/contributing'),
          page('Security', '/project/security'),
          page('Changelog', '/project/changelog'),
        ],
      },
    ],
  },
});
