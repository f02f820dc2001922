#!/usr/bin/env node
if (process.argv.slice(2).join(' ') === 'start') {
  await import('../../../tools/start.mjs');
} else {
  await runCommandLine();
}

async function runCommandLine() {
  const { currentBundle } = await import('./bundle.mjs');
  const folder = await currentBundle();
  if (folder !== null) {
    const { openBundle } = await import('./open-bundle.mjs');
    return openBundle(folder).run();
  }
  // Without a bundle the sources are compiled as they are imported, which takes a second longer.
  const { register } = await import('tsx/esm/api');
  register();
  const { run } = await import('../src/main.ts');
  await run();
}
