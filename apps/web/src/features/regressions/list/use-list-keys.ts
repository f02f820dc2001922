import { type RefObject, useCallback, useRef } from 'react';
import { usePageKeys } from '../../../ui/page/use-page-keys';

interface Keys {
  /** Sends a decision for one row, as the form would for a ticked one. */
  decide: (data: FormData) => void;
  /** A tick was set by a key. */
  count: () => void;
}

/**
 * Keys of the list: j k and arrows move, x ticks, a decision key decides for what is ticked or else for the row with the
 * focus, `/` filters, Esc unticks. Enter opens by itself: what has the focus is a link.
 */
export function useListKeys(form: RefObject<HTMLFormElement | null>, keys: Keys) {
  const place = useRef(0);
  const decided = useRef(false);
  usePageKeys((event) => {
    const { target } = event;
    if (!form.current) return;
    const row = target instanceof Element ? target.closest('tr') : null;
    const isInList = row !== null && form.current.contains(row);
    if (move(event.key, isInList)) event.preventDefault();
    else if (event.key === '/') {
      document.querySelector<HTMLInputElement>('#filter')?.focus();
      event.preventDefault();
    } else if (event.key === 'x' && isInList) tick(row);
    else if (event.key === 'Escape') untick();
    else decide(event.key, isInList ? row : null);
  });

  function move(key: string, isInList: boolean): boolean {
    const isDown = key === 'j' || (key === 'ArrowDown' && isInList);
    if (!isDown && key !== 'k' && !(key === 'ArrowUp' && isInList)) return false;
    const links = rowLinks(form.current);
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const next = at === -1 ? place.current : at + (isDown ? 1 : -1);
    focusRow(links, next);
    return true;
  }

  function focusRow(links: HTMLElement[], at: number) {
    place.current = Math.max(0, Math.min(at, links.length - 1));
    links[place.current]?.focus();
  }

  function tick(row: Element) {
    const box = row.querySelector<HTMLInputElement>('input[name="record"]');
    if (!box) return;
    box.checked = !box.checked;
    keys.count();
  }

  function untick() {
    form.current?.reset();
  }

  function decide(key: string, row: Element | null) {
    const button = form.current?.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(key)}"]`);
    if (!button || button.matches(':disabled')) return;
    const links = rowLinks(form.current);
    const link = row?.querySelector<HTMLElement>('[data-row]') ?? null;
    place.current = Math.max(0, link ? links.indexOf(link) : place.current);
    if (form.current?.querySelector('input[name="record"]:checked')) {
      decided.current = true;
      button.click();
    } else if (link?.dataset['row']) {
      decided.current = true;
      const data = new FormData();
      data.set('state', button.value);
      data.set('record', link.dataset['row']);
      keys.decide(data);
    }
  }

  /** After a decision by a key: on to the row that is now where the decided one was, unless the focus went elsewhere. */
  const restoreFocus = useCallback(() => {
    if (!decided.current) return;
    decided.current = false;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const links = rowLinks(form.current);
    if (isLost) links[Math.min(place.current, links.length - 1)]?.focus();
  }, [form]);
  return { restoreFocus };
}

/** Rows of a folded group have no place on the page, and are stepped over. */
function rowLinks(form: HTMLFormElement | null): HTMLElement[] {
  const links = form?.querySelectorAll<HTMLElement>('a[data-row]') ?? [];
  return [...links].filter((link) => link.getClientRects().length > 0);
}
