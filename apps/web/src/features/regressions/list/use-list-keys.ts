import { type RefObject, useCallback, useRef } from 'react';
import { usePageKeys } from '../../../ui/page/use-page-keys';

interface Keys {
  /** Sends a change of one row, as the form would for a selected one. */
  send: (data: FormData) => void;
  /** A row was selected by a key. */
  count: () => void;
  /** Takes the last change back. */
  undo: () => void;
}

/**
 * Keys of the list: j k and arrows move, x selects, o unfolds, a decision key decides for what is selected or else for the
 * row with the focus, a goes to the owner, u takes back, `/` filters, Esc deselects. Enter opens by itself: the focus
 * is on a link.
 */
export function useListKeys(form: RefObject<HTMLFormElement | null>, keys: Keys) {
  const place = useRef(0);
  const decided = useRef(false);
  usePageKeys((event) => {
    const { target, key } = event;
    if (!form.current) return;
    const row = target instanceof Element ? target.closest('tr.event') : null;
    const own = row !== null && form.current.contains(row) ? row : null;
    const isHandled = move(key, own !== null) || act(key, own);
    if (isHandled) event.preventDefault();
  });

  function act(key: string, row: Element | null): boolean {
    if (key === '/') document.querySelector<HTMLInputElement>('#filter')?.focus();
    else if (key === 'u') keys.undo();
    else if (key === 'Escape') form.current?.reset();
    else if (key === 'x' && row) select(row);
    else if (key === 'o' && row) unfold(row);
    else if (key === 'a') assign(row);
    else return decide(key, row);
    return key !== 'Escape';
  }

  function move(key: string, isInList: boolean): boolean {
    const isDown = key === 'j' || (key === 'ArrowDown' && isInList);
    if (!isDown && key !== 'k' && !(key === 'ArrowUp' && isInList)) return false;
    const links = rowLinks(form.current);
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const next = at === -1 ? place.current : at + (isDown ? 1 : -1);
    place.current = Math.max(0, Math.min(next, links.length - 1));
    links[place.current]?.focus();
    return true;
  }

  function select(row: Element, isChecked?: boolean) {
    const box = row.querySelector<HTMLInputElement>('input[name="event"]');
    if (!box) return;
    box.checked = isChecked ?? !box.checked;
    keys.count();
  }

  function unfold(row: Element) {
    const details = row.querySelector('details');
    if (details) details.open = !details.open;
  }

  /** The bar needs a selection: the row with the focus, if there is none. */
  function assign(row: Element | null) {
    if (row && !form.current?.querySelector('input[name="event"]:checked')) select(row, true);
    form.current?.querySelector<HTMLInputElement>('#assign')?.focus();
  }

  function decide(key: string, row: Element | null): boolean {
    const button = form.current?.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(key)}"]`);
    if (!button || button.matches(':disabled')) return false;
    const link = row?.querySelector<HTMLElement>('[data-row]') ?? null;
    if (link) place.current = Math.max(0, rowLinks(form.current).indexOf(link));
    if (form.current?.querySelector('input[name="event"]:checked')) {
      decided.current = true;
      button.click();
    } else if (link?.dataset['row']) {
      decided.current = true;
      const data = new FormData();
      data.set('state', button.value);
      data.set('event', link.dataset['row']);
      keys.send(data);
    } else return false;
    return true;
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

function rowLinks(form: HTMLFormElement | null): HTMLElement[] {
  return [...(form?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
}
