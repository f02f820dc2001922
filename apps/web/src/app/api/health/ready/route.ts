import { GET as health } from '../route';

export const dynamic = 'force-dynamic';

/** Whether this process should get requests: the same as `/api/health`. */
export function GET() {
  return health();
}
