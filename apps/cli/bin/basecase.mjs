#!/usr/bin/env node
import { bundledMain } from './bundle.mjs';

const bundled = await bundledMain();
if (bundled === null) {
  // Without a bundle the sources are compiled as they are imported, which takes a second longer.
  const { register } = await import('tsx/esm/api');
  register();
}
const { run } = bundled === null ? await import('../src/main.ts') : await import(bundled);
await run();
