import {
  type FrozenDocument,
  type FrozenView,
  isDocumentKind,
  toFrozenDocument,
  toFrozenView,
} from '@basecase/views/share';
import { cache } from 'react';
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
