'use client';

import { useActionState } from 'react';
import { signIn } from '../../server/actions/tokens';
import { LineForm } from '../../ui/form/line-form';

const FIELD = {
  id: 'token',
  name: 'token',
  type: 'password',
  autoComplete: 'current-password',
  placeholder: 'bc_…',
} as const;

/** Asks for a token and keeps it in a cookie. */
export function SignInForm() {
  const [{ error }, action, isPending] = useActionState(signIn, { error: null, token: null });
  return <LineForm {...{ action, isPending, error }} label="Token" field={FIELD} button="Sign in" />;
}
