// `npm run package`: all of Basecase as one folder and one file, dist/basecase-VERSION.tgz, which runs where Node.js is:
// npx ./basecase-VERSION.tgz
import { makeFromSources } from './bootstrap/from-sources.mjs';
import { shown } from './bootstrap/paths.mjs';
import { runCommand } from './bootstrap/run-command.mjs';

const MB = 1e6;

await runCommand(async (progress) => {
  await makeFromSources(progress);
  // It needs installed packages, so it cannot be loaded earlier.
  const { makePackage } = await import('./package/make-package.mjs');
  const { tarball, bytes, unpacked } = await progress.step('Packing', makePackage);
  console.log(
    `\n${shown(tarball)}   ${(bytes / MB).toFixed(1)} MB, unpacked ${(unpacked / MB).toFixed(1)} MB`,
  );
});
