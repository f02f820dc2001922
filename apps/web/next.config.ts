import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import type { NextConfig } from 'next';

const repositoryRoot = path.join(import.meta.dirname, '../..');

/** The build has no folder of migrations next to it, and must know whether a database is of its version. */
const migrations = readdirSync(path.join(repositoryRoot, 'prisma/migrations'), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .sort();

/** The one place that has it: packages, pages and the API say the same. */
const { version }: { version: string } = JSON.parse(
  readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'),
);

/**
 * `standalone` needs the repository root twice: for tracing and for Turbopack. Without both, files of the
 * workspaces under packages/ are left out of the output.
 */
const config: NextConfig = {
  output: 'standalone',
  env: { BASECASE_MIGRATIONS: migrations.join(','), BASECASE_VERSION: version },
  outputFileTracingRoot: repositoryRoot,
  turbopack: { root: repositoryRoot },
  transpilePackages: [
    '@basecase/analysis',
    '@basecase/contract',
    '@basecase/db',
    '@basecase/ingest',
    '@basecase/views',
  ],
  // Loaded from node_modules at run time: they read files next to themselves, which a bundle would not hold.
  serverExternalPackages: [
    'pg',
    'pg-copy-streams',
    '@prisma/client',
    '@prisma/adapter-pg',
    'graphile-worker',
  ],
  // Nothing shows an image that has to be made smaller; a release leaves out what does that (tools/package/copy-web.mjs).
  images: { unoptimized: true },
  // `npm test` checks the types of everything, once.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Neither the server nor a release loads source maps.
    turbopackSourceMaps: false,
    // Half of a build minifies code of the server. A release needs it: without it, a server takes 240 MB instead of 190.
    turbopackMinify: { server: env['BASECASE_RELEASE'] === '1' },
    // A page is loaded at its first request, which takes a moment once: loading all in advance takes half of a start.
    preloadEntriesOnStart: false,
    // Writing the cache takes 10 s, which pays where sources change: from the second build on.
    turbopackFileSystemCacheForBuild: existsSync(path.join(import.meta.dirname, '.next/BUILD_ID')),
  },
  compress: true,
  // The whole head before the rest, for every visitor: pages are kept whole, so streaming a part of them gains nothing.
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  headers: async () => [
    {
      // The content security policy is not here but in src/proxy.ts: it has a nonce for each response.
      source: '/:path*',
      headers: [
        { key: 'x-content-type-options', value: 'nosniff' },
        { key: 'referrer-policy', value: 'same-origin' },
      ],
    },
    {
      // Its address holds a hash, and browsers ask for it again at every change of the address bar.
      source: '/icon.svg',
      headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }],
    },
  ],
};

export default config;
