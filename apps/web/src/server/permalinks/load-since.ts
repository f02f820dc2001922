import type { PermalinkCorrections } from '@basecase/db/types';
import type { LiveStatus } from '@basecase/views/document';
import { maySeeLive } from '../access/may-see-live';
import { serverCaller } from '../root';

/** Changes since a view was frozen; null for visitors without access to the live one. */
export interface Since {
  status: LiveStatus | null;
  corrections: PermalinkCorrections | null;
}

export async function loadSince(slug: string): Promise<Since> {
  if (!(await maySeeLive())) return { status: null, corrections: null };
  const { permalinks } = serverCaller();
  const [status, corrections] = await Promise.all([
    permalinks.live({ slug }),
    permalinks.corrections({ slug }),
  ]);
  return { status, corrections };
}
