import { version } from '../../../../env';

export const dynamic = 'force-dynamic';

/** Liveness probe; does not check the database. */
export function GET() {
  return Response.json({ status: 'ok', version: version() });
}
