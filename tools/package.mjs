// `npm run package`: all of Basecase as one folder and one file, dist/basecase-VERSION.tgz, which runs where Node.js is:
// npx ./basecase-VERSION.tgz
import { stopChildren } from './bootstrap/children.mjs';
import { fromSources } from './bootstrap/from-sources.mjs';
import { shown } from './bootstrap/paths.mjs';
import { createProgress } from './bootstrap/progress.mjs';
import { explain } from './bootstrap/step-error.mjs';

const MB = 1e6;

const progress = createProgress();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => void stopChildren().finally(() => process.exit(1)));
}
try {
  await fromSources.install(progress, { dev: true });
  await fromSources.generate(progress);
  await fromSources.build(progress);
  // It needs installed packages, so it cannot be loaded earlier.
  const { makePackage } = await import('./package/make-package.mjs');
  const { tarball, bytes, unpacked } = await progress.step('Packing', makePackage);
  console.log(
    `\n${shown(tarball)}   ${(bytes / MB).toFixed(1)} MB, unpacked ${(unpacked / MB).toFixed(1)} MB`,
  );
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
} finally {
  progress.stop();
}
