import { Readable } from 'node:stream';
import { NotFoundError, openArtifact } from '@basecase/db';
import { artifactHeaders } from '../../../../../server/artifact-headers';
import { blobs, database } from '../../../../../server/database';
import { logError } from '../../../../../server/log';
import { problem } from '../../../../../server/problem';

/** The bytes of a stored file, as text; an SVG as a picture with `as=svg`, for the sandboxed frame of its page. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  try {
    const { artifact, content } = await openArtifact(database(), blobs(), id);
    const headers = artifactHeaders(artifact.path, {
      as: new URL(request.url).searchParams.get('as'),
      destination: request.headers.get('sec-fetch-dest'),
    });
    return new Response(Readable.toWeb(content) as ReadableStream, { headers });
  } catch (error) {
    if (error instanceof NotFoundError) {
      return problem({ status: 404, code: 'NOT_FOUND', title: 'No such file' });
    }
    logError('api/v1/artifacts', error);
    return problem({
      status: 500,
      code: 'INTERNAL',
      title: 'Internal server error. See the server log.',
    });
  }
}
