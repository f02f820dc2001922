import type { Disclosure } from '@basecase/contract/disclosure';
import type { DisclosedSnapshot, PermalinkCorrections } from '@basecase/db/types';
import type { LiveStatus } from '@basecase/views/document';
import {
  type FrozenDocument,
  type FrozenView,
  isDocumentKind,
  toFrozenDocument,
  toFrozenView,
} from '@basecase/views/share';
import { cache } from 'react';
import { maySeeLive } from '../access/may-see-live';
import { orNull } from '../or-null';
import { REGRESSION_PERMALINK } from '../regressions/regression-permalink';
import { serverCaller } from '../root';

/** Read once per request. */
const findPermalink = cache((slug: string) => orNull(serverCaller().permalinks.get({ slug })));

/** The frozen heatmap behind a slug; null when there is none, or when something else is frozen there. */
export const loadFrozen = cache(async (slug: string): Promise<FrozenView | null> => {
  const permalink = await findPermalink(slug);
  if (!permalink || permalink.kind === REGRESSION_PERMALINK || isDocumentKind(permalink.kind)) return null;
  return toFrozenView(permalink);
});

/** The frozen document behind a slug; null when there is none, or when something else is frozen there. */
export const loadFrozenDocument = cache(async (slug: string): Promise<FrozenDocument | null> => {
  const permalink = await findPermalink(slug);
  return permalink && isDocumentKind(permalink.kind) ? toFrozenDocument(permalink) : null;
});

/** How the runs of a permalink of any kind were made; null for links from before it was kept. */
export async function loadDisclosure(slug: string): Promise<Disclosure | null> {
  const permalink = await findPermalink(slug);
  return (permalink?.snapshot as DisclosedSnapshot | undefined)?.disclosure ?? null;
}

/** Changes since a view was frozen; null for visitors without access to the live one. */
interface Since {
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
