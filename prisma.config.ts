import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'prisma/config';

/** Without the native engine, tools/prisma/README.md. */
const engines = path.join(import.meta.dirname, 'node_modules/@prisma/engines');
const hasNativeEngine =
  existsSync(engines) && readdirSync(engines).some((file) => file.startsWith('schema-engine-'));
if (!hasNativeEngine) {
  process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= path.join(
    import.meta.dirname,
    'tools/prisma/schema-engine-shim.mjs',
  );
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // Only commands that connect need it; `prisma generate` works without a database.
  datasource: { url: process.env['DATABASE_URL'] ?? 'postgresql://localhost:5432/basecase' },
});
