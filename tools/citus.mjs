// `npm run citus`: a Citus cluster for trying things out, a coordinator and two workers on loopback, with an empty database
// that Basecase can start with. It ends with Ctrl-C, and keeps nothing.
import { ensureInstalled } from './bootstrap/install.mjs';
import { inState } from './bootstrap/paths.mjs';
import { createProgress } from './bootstrap/progress.mjs';
import { explain } from './bootstrap/step-error.mjs';

const PORT = 54400;
const NAME = 'basecase';

const progress = createProgress();
await ensureInstalled(progress, { dev: true }).catch((error) => {
  console.error(explain(error));
  process.exit(1);
});
progress.stop();
// They need installed packages, so they cannot be loaded earlier.
const { withDatabase } = await import('./bootstrap/database.mjs');
const { findCitus } = await import('./citus/find-citus.mjs');
const found = await findCitus((text) => console.log(`… ${text}`));
if ('reason' in found) {
  console.error(`✗ There is no Citus: ${found.reason}.`);
  process.exit(1);
}
const { startCluster } = await import('./citus/start-cluster.mjs');
const { createClusterDatabase } = await import('./citus/cluster-databases.mjs');
const cluster = await startCluster({
  home: inState('citus/cluster'),
  programs: found.programs,
  port: PORT,
}).catch((error) => {
  console.error(explain(error));
  process.exit(1);
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => void cluster.stop().finally(() => process.exit(0)));
await createClusterDatabase(cluster, NAME);
for (const notice of cluster.notices) console.log(notice);
console.log(`A coordinator and ${cluster.workers.length} workers run until Ctrl-C. In another terminal:\n`);
console.log(`  DATABASE_URL='${withDatabase(cluster.url, NAME)}' npm start`);
for (const worker of cluster.workers) console.log(`\nworker: ${withDatabase(worker, NAME)}`);
setInterval(() => {}, 2 ** 30); // alive until a signal
