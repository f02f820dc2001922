'use client';

import { useActionState } from 'react';
import { createToken } from '../../server/actions/tokens';
import { LineForm, ShownOnce } from '../../ui/form/line-form';

const FIELD = {
  id: 'token-name',
  name: 'name',
  maxLength: 100,
  placeholder: 'nightly runs on pn53',
} as const;

/** Makes a token and shows it, once. */
export function CreateTokenForm() {
  const [{ error, token }, action, isPending] = useActionState(createToken, { error: null, token: null });
  return (
    <>
      <LineForm {...{ action, isPending, error }} label="Name" field={FIELD} button="Create token">
        <label className="field-label" htmlFor="token-role">
          May
        </label>
        <select className="field" id="token-role" name="role" defaultValue="upload">
          <option value="agent">only measure plans, as the agent of this name</option>
          <option value="reader">only read, where reading is closed</option>
          <option value="upload">add and change uploads</option>
          <option value="admin">also delete, and create tokens</option>
        </select>
      </LineForm>
      <ShownOnce text={token}>Copy it now: it is not shown again.</ShownOnce>
    </>
  );
}
