import { Readable } from 'node:stream';
import { openArtifact } from '@basecase/db/queries/get-artifact';
import { answer } from '../../../../../server/answer';
import { artifactHeaders } from '../../../../../server/artifact-headers';
import { blobs, database } from '../../../../../server/database';

/** The bytes of a stored file, as text; an SVG as a picture with `as=svg`, for the sandboxed frame of its page. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  return answer('GET /api/v1/artifacts/:id', async () => {
    const { id } = await params;
    const { artifact, content } = await openArtifact(database(), blobs(), id);
    const headers = artifactHeaders(artifact.path, {
      as: new URL(request.url).searchParams.get('as'),
      destination: request.headers.get('sec-fetch-dest'),
    });
    return new Response(Readable.toWeb(content) as ReadableStream, { headers });
  });
}
