'use server';

import { TRPCError } from '@trpc/server';
import { revalidatePath } from 'next/cache';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { AuthError, checkToken, TOKEN_COOKIE } from '../auth';
import { database } from '../database';
import { serverCaller } from '../root';

/** A signed-in browser asks for the token again after this. */
const COOKIE_SECONDS = 30 * 24 * 3600;

export interface FormState {
  error: string | null;
  /** The token that was just made: shown once. */
  token: string | null;
}

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

/** Keeps the token in a cookie that no script can read and no other site's page can use. */
export async function signIn(_: FormState, form: FormData): Promise<FormState> {
  const sent = await headers();
  const token = text(form, 'token');
  try {
    await checkToken(token, sent, database());
  } catch (error) {
    if (error instanceof AuthError) return { error: error.message, token: null };
    throw error;
  }
  (await cookies()).set(TOKEN_COOKIE, token, {
    httpOnly: true,
    sameSite: 'strict',
    secure: sent.get('x-forwarded-proto') === 'https',
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
  const role = text(form, 'role') === 'admin' ? 'admin' : 'upload';
  try {
    const { token } = await serverCaller(await headers()).tokens.create({ name: text(form, 'name'), role });
    revalidatePath('/tokens');
    return { error: null, token };
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code === 'INTERNAL_SERVER_ERROR') throw error;
    const isName = error.code === 'BAD_REQUEST';
    return { error: isName ? 'A name of at most 100 characters is needed.' : error.message, token: null };
  }
}

export async function revokeToken(form: FormData): Promise<void> {
  await serverCaller(await headers()).tokens.revoke({ id: text(form, 'id') });
  revalidatePath('/tokens');
}
