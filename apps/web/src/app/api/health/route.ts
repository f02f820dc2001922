import { countWaitingJoins } from '@basecase/db/lines/waiting-joins';
import { checkHealth } from '@basecase/db/queries/check-health';
import { checkMigrations } from '@basecase/db/queries/check-migrations';
import { getQueueFigures } from '@basecase/db/queries/get-operation-figures';
import { waitingText } from '@basecase/views/lines';
import { knownMigrations, version } from '../../../env';
import { problem } from '../../../server/answer';
import { findBlobProblem } from '../../../server/blob-health';
import { findReplicaProblems, processDatabase } from '../../../server/database';
import { isEnding } from '../../../server/ending';
import { logError } from '../../../server/log';
import { within } from '../../../server/within';
import { workerProblems } from '../../../server/worker-health';

export const dynamic = 'force-dynamic';

/** A frozen database never answers; a health check waits no longer than this. */
const ANSWER_MS = 4000;

/**
 * Process and database: 200 when both answer, 503 with what is wrong when the database does not, or is of another
 * version, or when this process got a signal to end. Problems that do not stop it are warnings.
 */
export async function GET() {
  if (isEnding()) return problem({ status: 503, code: 'ENDING', title: 'This process is shutting down.' });
  try {
    const database = processDatabase();
    const found = await within(ANSWER_MS, checkMigrations(database, knownMigrations()));
    const { restore, pending, unknown } = found;
    if (restore) return problem({ status: 503, code: 'RESTORE_UNFINISHED', title: restore });
    if (unknown.length > 0) {
      const title = `The database is of a newer version of Basecase: it has ${unknown.join(', ')}.`;
      return problem({ status: 503, code: 'MIGRATIONS_UNKNOWN', title });
    }
    if (pending.length > 0) {
      const title = `The database is of an older version of Basecase: it lacks ${pending.join(', ')}.`;
      return problem({ status: 503, code: 'MIGRATIONS_PENDING', title });
    }
    const [health, queue, blobs, replicas, joins] = await within(
      ANSWER_MS,
      Promise.all([
        checkHealth(database),
        getQueueFigures(database),
        findBlobProblem(),
        findReplicaProblems(),
        countWaitingJoins(database),
      ]),
    );
    const warnings = [...(blobs === null ? [] : [blobs]), ...replicas, ...workerProblems(queue)];
    const waiting = waitingText(joins);
    const notes = waiting === '' ? [] : [`${waiting}: /lines`];
    return Response.json({ status: 'ok', version: version(), database: health, warnings, notes });
  } catch (error) {
    logError('health', error);
    return problem({ status: 503, code: 'DATABASE_UNAVAILABLE', title: 'The database does not respond' });
  }
}
