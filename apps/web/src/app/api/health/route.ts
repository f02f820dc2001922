import { checkHealth } from '@basecase/db';
import { processDatabase } from '../../../server/database';
import { logError } from '../../../server/log';
import { problem } from '../../../server/problem';

export const dynamic = 'force-dynamic';

/** Process and database: 200 when both answer, 503 when the database does not. */
export async function GET() {
  try {
    return Response.json({ status: 'ok', database: await checkHealth(processDatabase()) });
  } catch (error) {
    logError('health', error);
    return problem({ status: 503, code: 'DATABASE_UNAVAILABLE', title: 'The database does not respond' });
  }
}
