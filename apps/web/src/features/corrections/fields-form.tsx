'use client';

import { type CorrectState, correctHref, correctUrl } from '@basecase/views/corrections';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useEffectEvent, useRef, useTransition } from 'react';

/** After the last key: a preview judges heatmaps, so it is not made for every letter. */
const WAIT_MS = 300;

interface Props {
  state: CorrectState;
  /** The unchanged value of each field, which the URL leaves out. */
  current: Readonly<Record<string, string>>;
  fields: ReactNode;
  /** What the fields would change. */
  children: ReactNode;
}

/**
 * The fields next to their preview. Where scripts run, the address and the preview follow what is typed; elsewhere
 * a button asks for it.
 */
export function FieldsForm({ state, current, fields, children }: Props) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const catchUp = useEffectEvent(() => {
    if (isTyped(form.current)) follow();
  });
  useEffect(() => {
    catchUp();
    return () => clearTimeout(timer.current ?? undefined);
  }, []);

  function follow() {
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => {
      if (!form.current) return;
      const texts = [...new FormData(form.current)]
        .map(([name, value]): [string, string] => [name, String(value)])
        .filter(([name, value]) => value !== current[name]);
      startTransition(() => router.replace(correctHref(correctUrl.parse(texts)), { scroll: false }));
    }, WAIT_MS);
  }

  return (
    <div className="correct-cols">
      <form
        ref={form}
        className="page-section correct-fields"
        action="/correct"
        onChange={follow}
        aria-label="Values"
      >
        {state.upload ? <input type="hidden" name="upload" value={state.upload} /> : null}
        {state.run.length > 0 ? <input type="hidden" name="run" value={state.run.join(',')} /> : null}
        {fields}
        <button type="submit" className="button only-noscript">
          Show what changes
        </button>
      </form>
      <div className="correct-outcome" aria-busy={isPending} inert={isPending}>
        {children}
      </div>
    </div>
  );
}

/** True for what was typed before this script was there, or what the browser filled in again. */
function isTyped(form: HTMLFormElement | null): boolean {
  return [...(form?.elements ?? [])].some((field) => {
    if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
    return field instanceof HTMLSelectElement && !field.selectedOptions[0]?.defaultSelected;
  });
}
