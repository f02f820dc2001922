import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { FormError } from './form-error';

interface Props {
  action: (form: FormData) => void;
  isPending: boolean;
  /** The error of the last submit, shown at the field. */
  error: string | null;
  label: string;
  /** Its id names the message about it, too. */
  field: ComponentPropsWithoutRef<'input'> & { id: string };
  button: string;
  /** Other fields, before the button. */
  children?: ReactNode;
}

/** A form in one line, of one text and what belongs to it. Works without scripts: it is a form that is sent. */
export function LineForm({ action, isPending, error, label, field, button, children }: Props) {
  const errorId = `${field.id}-error`;
  return (
    <form className="token-form cluster" action={action}>
      <label className="field-label" htmlFor={field.id}>
        {label}
      </label>
      <input
        className="field"
        required
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
        {...field}
      />
      {children}
      <button className="button primary" type="submit" disabled={isPending}>
        {button}
      </button>
      <FormError error={error} id={errorId} className="form-error" />
    </form>
  );
}

/** What was just made, shown once. */
export function ShownOnce({ text, children }: { text: string | null; children: ReactNode }) {
  if (text === null) return null;
  return (
    <div className="token-shown" role="status">
      <p>{children}</p>
      <code>{text}</code>
    </div>
  );
}
