import { TRPCClientError } from '@trpc/client';
import { api } from '../../ui/api/api';

export type Created = { slug: string } | { message: string; needsToken: boolean };

/** Freezes the view at a path of this server, for everyone or for members; a failure is returned as a sentence. */
export async function createPermalink(path: string, isPublic: boolean): Promise<Created> {
  try {
    return { slug: (await api.permalinks.create.mutate({ path, isPublic })).slug };
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    const code: unknown = error.data?.code;
    // Without a code nothing answered: the connection, not the view, is the problem.
    const message = code === undefined ? 'The server could not be reached. Try again.' : error.message;
    return { message, needsToken: code === 'UNAUTHORIZED' };
  }
}

/** Whether everybody may open a permalink where reading is closed. */
export async function isPublicPermalink(slug: string): Promise<boolean> {
  return (await api.permalinks.access.query({ slug })).isPublic;
}

/** Sets whether a permalink is public where reading requires sign-in. */
export async function setPublicPermalink(slug: string, isPublic: boolean): Promise<void> {
  await api.permalinks.setPublic.mutate({ slug, isPublic });
}
