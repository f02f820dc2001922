'use client';

import { useActionState } from 'react';
import { signIn } from '../../server/actions/tokens';
import { FormError } from '../../ui/form/form-error';

/** Asks for a token and keeps it in a cookie. Works without scripts: it is a form that is sent. */
export function SignInForm() {
  const [state, action, isPending] = useActionState(signIn, { error: null, token: null });
  return (
    <form className="token-form" action={action}>
      <label className="lab" htmlFor="token">
        Token
      </label>
      <input
        className="field"
        id="token"
        name="token"
        type="password"
        autoComplete="current-password"
        placeholder="bc_…"
        required
        aria-invalid={state.error !== null}
        aria-describedby={state.error === null ? undefined : 'token-error'}
      />
      <button className="btn primary" type="submit" disabled={isPending}>
        Sign in
      </button>
      <FormError error={state.error} id="token-error" className="form-error" />
    </form>
  );
}
