import { resultsJsonSchema } from '@basecase/ingest/results-schema';

export const dynamic = 'force-static';

/** JSON Schema of the open format (docs/reference/results.md). */
export function GET() {
  return new Response(resultsJsonSchema(), { headers: { 'content-type': 'application/schema+json' } });
}
