'use server';

import { revalidatePath } from 'next/cache';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { AuthError } from '../access/auth-error';
import { TOKEN_COOKIE } from '../access/credentials';
import { isEncrypted } from '../access/request-origin';
import { checkToken } from '../access/visitor';
import { database } from '../database';
import { serverCaller } from '../root';
import { TOKEN_SECONDS } from '../sign-in/cookies';
import { problemOf, textOf } from './problem-of';

export interface FormState {
  error: string | null;
  /** The token that was just made: shown once. */
  token: string | null;
}

/** Keeps the token in a cookie that no script can read and no other site's page can use. */
export async function signIn(_: FormState, form: FormData): Promise<FormState> {
  const sent = await headers();
  const token = textOf(form, 'token');
  try {
    await checkToken(token, sent, database());
  } catch (error) {
    if (error instanceof AuthError) return { error: error.message, token: null };
    throw error;
  }
  (await cookies()).set(TOKEN_COOKIE, token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isEncrypted(sent),
    path: '/',
    maxAge: TOKEN_SECONDS,
  });
  redirect('/tokens');
}

export async function createToken(_: FormState, form: FormData): Promise<FormState> {
  const asked = textOf(form, 'role');
  const role = asked === 'admin' || asked === 'reader' || asked === 'agent' ? asked : 'upload';
  try {
    const { token } = await serverCaller(await headers()).tokens.create({ name: textOf(form, 'name'), role });
    revalidatePath('/tokens');
    return { error: null, token };
  } catch (error) {
    return { error: problemOf(error, 'Enter a name of at most 100 characters.'), token: null };
  }
}

export async function revokeToken(form: FormData): Promise<void> {
  await serverCaller(await headers()).tokens.revoke({ id: textOf(form, 'id') });
  revalidatePath('/tokens');
}

/** Signs a person out of every browser. */
export async function endSessions(form: FormData): Promise<void> {
  await serverCaller(await headers()).tokens.endSessions({ id: textOf(form, 'id') });
  revalidatePath('/tokens');
}
