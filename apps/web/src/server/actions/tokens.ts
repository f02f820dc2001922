'use server';

import { revalidatePath } from 'next/cache';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { AuthError, checkToken, TOKEN_COOKIE } from '../access/auth';
import { isEncrypted } from '../access/request-origin';
import { database } from '../database';
import { serverCaller } from '../root';
import { problemOf, textOf } from './problem-of';

/** A signed-in browser asks for the token again after this. */
const COOKIE_SECONDS = 30 * 24 * 3600;

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
    sameSite: 'strict',
    secure: isEncrypted(sent),
    path: '/',
    maxAge: COOKIE_SECONDS,
  });
  redirect('/tokens');
}

export async function signOut(): Promise<void> {
  (await cookies()).delete(TOKEN_COOKIE);
  redirect('/tokens');
}

export async function createToken(_: FormState, form: FormData): Promise<FormState> {
  const role = textOf(form, 'role') === 'admin' ? 'admin' : 'upload';
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
