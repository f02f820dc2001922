import type { FormEvent, ReactNode } from 'react';
import { HiddenFields } from './hidden-fields';

interface Props<Name extends string> {
  action: string;
  label?: string;
  className?: string;
  /** Buttons elsewhere on the page send it by this id. */
  id?: string;
  /** Of the codec of the view. */
  pairs: readonly (readonly [name: Name, value: string])[];
  /** What its fields send. */
  fields: readonly NoInfer<Name>[];
  /** What its buttons send, with the value in force. */
  pressed: Partial<Record<NoInfer<Name>, string>>;
  onSubmit?: (event: FormEvent) => void;
  children: ReactNode;
}

/** How a view is looked at: changes in the browser, and is a GET form for browsers without scripts. */
export function ViewForm<Name extends string>(props: Props<Name>) {
  const { action, label = 'View', className = 'bar', id, pairs, fields, pressed, children } = props;
  const { onSubmit = (event: FormEvent) => event.preventDefault() } = props;
  const own = Object.entries<string | undefined>(pressed);
  return (
    <form className={className} id={id} action={action} aria-label={label} onSubmit={onSubmit}>
      <HiddenFields pairs={pairs} except={[...fields, ...own.map(([name]) => name as Name)]} />
      {/* Before the buttons: of two the last counts, and the pressed button comes later. */}
      {own.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** The button that sent a form. */
export function submitterOf({ nativeEvent }: FormEvent): HTMLButtonElement | null {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement ? submitter : null;
}
