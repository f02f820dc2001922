import { TRPCError } from '@trpc/server';

/**
 * The message of an error that the visitor can act on.
 *
 * @param expected message for wrong input, for people: the schema's own message is for programs
 * @throws faults of this server
 */
export function problemOf(error: unknown, expected: string): string {
  if (!(error instanceof TRPCError) || error.code === 'INTERNAL_SERVER_ERROR') throw error;
  return error.code === 'BAD_REQUEST' && error.message.startsWith('[') ? expected : error.message;
}

/** A field of a form, without the space around it; empty when it was not sent. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}
