// A process that starts a cluster and holds it until it is killed: the parent in start-cluster.citus.test.mjs.
// usage: node hold-cluster.mjs HOME, with an IPC channel that gets { url, workers }
import { findCitus } from '../find-citus.mjs';
import { startCluster } from '../start-cluster.mjs';

const found = await findCitus();
if ('reason' in found) throw new Error(found.reason);
const cluster = await startCluster({ home: process.argv[2] ?? '', programs: found.programs, shards: 4 });
process.send?.({ url: cluster.url, workers: cluster.workers });
setInterval(() => {}, 2 ** 30); // alive until a signal
