import type { Refusal } from './access/refusal';

/** What everybody gets who asks for something of a database that does not answer. The log has why. */
export const DATABASE_UNAVAILABLE = {
  status: 503,
  code: 'DATABASE_UNAVAILABLE',
  title: 'The database cannot be reached',
  text: 'Try again in a moment; /api/health says when it answers again.',
  headers: { 'retry-after': '5' },
} as const satisfies Refusal;
