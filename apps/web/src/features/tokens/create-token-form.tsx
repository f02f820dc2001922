'use client';

import { useActionState } from 'react';
import { createToken } from '../../server/actions/tokens';
import { FormError } from '../../ui/form/form-error';

/** Makes a token and shows it, once. */
export function CreateTokenForm() {
  const [state, action, isPending] = useActionState(createToken, { error: null, token: null });
  return (
    <>
      <form className="token-form" action={action}>
        <label className="lab" htmlFor="token-name">
          Name
        </label>
        <input
          className="field"
          id="token-name"
          name="name"
          maxLength={100}
          placeholder="nightly runs on pn53"
          required
          aria-invalid={state.error !== null}
          aria-describedby={state.error === null ? undefined : 'create-error'}
        />
        <label className="lab" htmlFor="token-role">
          May
        </label>
        <select className="field" id="token-role" name="role" defaultValue="upload">
          <option value="upload">add and change uploads</option>
          <option value="admin">delete, and give tokens, too</option>
        </select>
        <button className="btn primary" type="submit" disabled={isPending}>
          Create token
        </button>
        <FormError error={state.error} id="create-error" className="form-error" />
      </form>
      {state.token !== null && (
        <div className="token-shown" role="status">
          <p>Copy it now: it is not shown again.</p>
          <code>{state.token}</code>
        </div>
      )}
    </>
  );
}
