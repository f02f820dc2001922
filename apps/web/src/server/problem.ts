export interface Problem {
  status: number;
  /** Stable: scripts act on it. */
  code: string;
  title: string;
  headers?: Record<string, string>;
}

/** An error as problem+json (RFC 9457) with a stable code. */
export function problem({ status, code, title, headers = {} }: Problem): Response {
  return Response.json(
    { type: 'about:blank', title, status, code },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  );
}
