#!/usr/bin/env node
import { currentBundle } from './bundle.mjs';
import { openBundle } from './open-bundle.mjs';

const folder = await currentBundle();
if (folder !== null) {
  await openBundle(folder).run();
} else {
  // Without a bundle the sources are compiled as they are imported, which takes a second longer.
  const { register } = await import('tsx/esm/api');
  register();
  const { run } = await import('../src/main.ts');
  await run();
}
