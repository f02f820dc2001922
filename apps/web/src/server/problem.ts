import type { AddressProblem } from '@basecase/views/url';

export interface Problem {
  status: number;
  /** Stable: scripts act on it. */
  code: string;
  title: string;
  /** Parts of the address that are not understood, one by one. */
  errors?: readonly AddressProblem[];
  headers?: Record<string, string>;
}

/** An error as problem+json (RFC 9457) with a stable code. */
export function problem({ status, code, title, errors, headers = {} }: Problem): Response {
  return Response.json(
    { type: 'about:blank', title, status, code, ...(errors && { errors }) },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  );
}
