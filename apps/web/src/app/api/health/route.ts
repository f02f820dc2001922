import { checkHealth } from '@basecase/db';
import { database } from '../../../server/database';
import { logError } from '../../../server/log';

export const dynamic = 'force-dynamic';

/** Process and database: 200 when both answer, 503 when the database does not. */
export async function GET() {
  try {
    return Response.json({ status: 'ok', database: await checkHealth(database()) });
  } catch (error) {
    logError('health', error);
    return Response.json(
      {
        type: 'about:blank',
        title: 'The database does not answer',
        status: 503,
        code: 'DATABASE_UNAVAILABLE',
      },
      { status: 503, headers: { 'content-type': 'application/problem+json' } },
    );
  }
}
