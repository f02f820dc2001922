import type { Database } from '../../database';
import { queueForgotten } from '../../regressions/regression-job';
import { prepareQueue } from '../queue-job';
import { recoverDeliveries } from './recover-deliveries';
import { recoverUploads } from './recover-uploads';
import { releaseDeadWorkers } from './release-dead-workers';

/**
 * Takes over what workers that died have left: their jobs in the queue, and unfinished work without a worker. Runs at
 * a worker's start, and regularly. Any number of workers may do it at once.
 *
 * @returns how many uploads and messages were found
 */
export async function recoverJobs(database: Database): Promise<number> {
  await prepareQueue(database);
  await releaseDeadWorkers(database);
  const uploads = await recoverUploads(database);
  const deliveries = await recoverDeliveries(database);
  await queueForgotten(database);
  return uploads + deliveries;
}
