/** An error as problem+json (RFC 9457) with a stable code. */
export function problem({ status, code, title }: { status: number; code: string; title: string }): Response {
  return Response.json(
    { type: 'about:blank', title, status, code },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );
}
