import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

interface Props {
  action: string;
  label: string;
  children: ReactNode;
}

/** What is read from the database: a GET form, sent at every change where scripts run, by a button elsewhere. */
export function DataForm({ action, label, children }: Props) {
  return (
    <SentForm className="where" action={action} aria-label={label}>
      {children}
      <ShowButton />
    </SentForm>
  );
}

/**
 * A form that is sent at every change. Back on this page, the browser would show the last choice in it next to what was there
 * before that choice: it shows what the page shows.
 */
export function SentForm(props: Omit<ComponentProps<'form'>, 'ref' | 'onChange' | 'autoComplete'>) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && form.current?.reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return (
    <form
      {...props}
      ref={form}
      autoComplete="off"
      onChange={(event) => {
        // In the menus several things may be chosen before they are shown.
        if (!(event.target as Element).closest('.popover')) submitAndRestore(event.currentTarget);
      }}
    />
  );
}

/** Sends the form around it where no script does. */
export function ShowButton() {
  return (
    <button type="submit" className="button only-noscript">
      Show
    </button>
  );
}

/** What was chosen for one product means nothing for another: those fields are not sent. */
export function forget(...names: string[]) {
  return (event: ChangeEvent<HTMLSelectElement>) => {
    for (const field of event.currentTarget.form?.elements ?? []) {
      const control = field as HTMLInputElement;
      if (names.includes(control.name)) control.disabled = true;
    }
  };
}

/** Restores disabled fields when the reader returns to this page. */
function submitAndRestore(form: HTMLFormElement) {
  form.requestSubmit();
  for (const field of form.elements) (field as HTMLInputElement).disabled = false;
}
