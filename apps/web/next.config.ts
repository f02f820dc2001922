import path from 'node:path';
import type { NextConfig } from 'next';

const repositoryRoot = path.join(import.meta.dirname, '../..');

/**
 * `standalone` needs the repository root twice: for tracing and for Turbopack. Without both, files of the
 * workspaces under packages/ are left out of the output.
 */
const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: repositoryRoot,
  turbopack: { root: repositoryRoot },
  transpilePackages: ['@basecase/analysis', '@basecase/db', '@basecase/ingest'],
  // Loaded from node_modules at run time: they read files beside themselves, which a bundle would not hold.
  serverExternalPackages: [
    'pg',
    'pg-copy-streams',
    '@prisma/client',
    '@prisma/adapter-pg',
    'graphile-worker',
  ],
  compress: true,
  poweredByHeader: false,
};

export default config;
