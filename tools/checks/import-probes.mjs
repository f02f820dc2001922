/**
 * The rules of ARCHITECTURE.md, "Who may import whom". Each import is written into a file of its own in a scratch copy
 * with the project's biome.json; a forbidden one must fail lint, its allowed neighbour must pass.
 *
 * @type {readonly (readonly [folder: string, forbidden: readonly string[], allowed: readonly string[]])[]}
 */
export const RULES = [
  [
    'packages/ingest/src/parsers/fio',
    [
      '@basecase/db',
      '@basecase/analysis',
      '@basecase/views/url',
      'pg',
      'react',
      'next',
      'node:http',
      'node:net',
    ],
    ['../../model/metric', 'node:stream', 'zod', 'tar-stream'],
  ],
  [
    'packages/analysis/src/verdicts',
    ['@basecase/ingest', '@basecase/db', '@basecase/db/types', 'node:fs', 'react', 'zod'],
    ['@basecase/ingest/model', '../ratio'],
  ],
  [
    'packages/db/src/queries',
    ['react', 'next/cache', '@trpc/server', '@basecase/views/compare', '@basecase/ingest/src/limits'],
    ['@basecase/ingest', '@basecase/analysis', '../database', 'pg', 'node:fs/promises'],
  ],
  [
    'packages/views/src/compare/heatmap',
    [
      'react',
      'react/jsx-runtime',
      'next',
      'next/navigation',
      'node:fs',
      'node:fs/promises',
      '@basecase/db',
      '@basecase/db/testing',
      '@basecase/ingest',
      '@trpc/client',
      'zod',
      '../../testing',
      '../../testing/test-view',
    ],
    [
      '@basecase/db/types',
      '@basecase/ingest/model',
      '@basecase/analysis',
      '../../url/to-query',
      './prepare-row',
    ],
  ],
  [
    'apps/cli/src/commands',
    ['react', 'next', '../../../web/src/server/root', '../../../../apps/web/src/env'],
    ['@basecase/ingest', '@basecase/analysis', '@basecase/db', '@basecase/views/document', '../columns'],
  ],
  [
    'apps/web/src/app/compare',
    [
      'pg',
      '@basecase/ingest',
      '@basecase/db/src/queries/get-compare-view',
      '../../../../../packages/db/src/database',
      '@basecase/views/testing',
    ],
    ['@basecase/db', '@basecase/ingest/model', '../../features/compare/compare-screen', '../../server/root'],
  ],
  [
    'apps/web/src/server',
    [
      '../features/compare/compare-screen',
      '../ui/page/top-bar',
      '../app/layout',
      '@basecase/ingest',
      '@basecase/db/testing',
      '@basecase/db/src/database',
    ],
    [
      '@basecase/db',
      '@basecase/views/compare',
      '@basecase/analysis',
      './trpc',
      'next/headers',
      'node:crypto',
    ],
  ],
  [
    'apps/web/src/server/permalinks',
    ['../../features/share/share', '../../ui/grid/draw-queue', '../../app/benchmark-page'],
    ['../trpc', './view-path'],
  ],
  [
    'apps/web/src/ui/grid',
    [
      '../../features/compare/use-grid',
      '../../server/database',
      '../../server/root',
      '../../server/uploads/receive-upload',
      '../../app/layout',
      '../../env',
      '../../proxy',
      '@basecase/db',
      'next/headers',
      'node:path',
    ],
    ['../table/row', '../../server/actions/tokens', '@basecase/views/text', '@basecase/db/types', 'react'],
  ],
  [
    'apps/web/src/features/compare',
    [
      '../share/share',
      '../share/document/document-screen',
      '../../features/share/share',
      '../../server/root',
      '../../server/pages/load-compare',
      '../../app/benchmark-page',
      '@basecase/db',
      '@basecase/db/src/types/servers',
      '@basecase/ingest',
      '@basecase/views/src/compare/view',
      '@basecase/views/testing',
      'next/headers',
    ],
    [
      './panel/panel',
      '../../ui/grid/draw-queue',
      '../../server/actions/exclusions',
      '@basecase/views/compare',
      '@basecase/db/types',
      'react',
      'next/navigation',
    ],
  ],
  [
    'apps/web/src/features/compare/panel',
    ['../../share/share', '../../share/document/document-body', '../../../server/root', '@basecase/db'],
    ['../toolbar', './evidence', '../../../ui/grid/draw-queue', '../../../server/actions/exclusions'],
  ],
  [
    'apps/web/src/features/compare/panel/charts',
    ['../../../share/share', '../../../../server/root', '../../../../features/share/share'],
    ['../panel', '../../toolbar', '../../../../ui/grid/draw-queue'],
  ],
];
