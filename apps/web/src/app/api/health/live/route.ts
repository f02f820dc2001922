import { version } from '../../../../env';

export const dynamic = 'force-dynamic';

/** Whether this process answers at all: for who restarts it when it does not. The database is of no matter. */
export function GET() {
  return Response.json({ status: 'ok', version: version() });
}
