import { SettingError } from '@basecase/db/errors';
import { TRPCError } from '@trpc/server';
import { headers } from 'next/headers';
import { serverCaller } from '../root';

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

/** Required fields of a correction or a merge. */
export const EXPECTED_REASON = 'Say why, in at most 1000 characters: others judge it by that later.';

/** The answer to a form. */
export interface ActionResult {
  error: string | null;
}

/** Does what a form asks for, and answers with what its sender has to change. */
export async function attempt(
  expected: string,
  work: (caller: ReturnType<typeof serverCaller>) => Promise<void>,
): Promise<ActionResult> {
  try {
    await work(serverCaller(await headers()));
    return { error: null };
  } catch (error) {
    return { error: error instanceof SettingError ? error.message : problemOf(error, expected) };
  }
}
