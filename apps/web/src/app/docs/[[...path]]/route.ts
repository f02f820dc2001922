import type { NextRequest } from 'next/server';
import { answerDocs } from '../../../server/docs/answer-docs';

export const dynamic = 'force-dynamic';

/** The documentation, as VitePress built it. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ path?: string[] }> }) {
  const { path = [] } = await params;
  return answerDocs(path, request.headers.get('x-nonce') ?? '');
}
