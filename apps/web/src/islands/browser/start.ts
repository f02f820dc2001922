import type { ComponentType } from 'react';
import { fetchRest, whenTouched } from '../../ui/page/use-rest';
import { ISLAND, LATER, type Later, type LaterAnswer, PROPS } from '../markup';

/**
 * Takes over the island of the page, and everything that pages have in common. React, the screen and the takeover
 * each run in a separate task after the first paint, so that the browser can respond in between.
 *
 * @param load what draws the island
 */
export async function start<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): Promise<void> {
  const box = document.querySelector(`[${ISLAND}="${name}"]`);
  const script = document.querySelector(`[${PROPS}="${name}"]`);
  if (!box || !script?.textContent) throw new Error(`The page has no island ${name}.`);
  const onTaken = keepClick(box);
  const { takeOver, takeOverFrame } = await loadReact();
  await nextTask();
  const Screen = await load();
  await nextTask();
  const props = JSON.parse(script.textContent) as Props;
  const later = script.getAttribute(LATER);
  if (later) {
    takeOverFrame();
    const { property, value } = await whenUsed(JSON.parse(later));
    takeOver(box, { props: { ...props, [property]: value }, Screen, onTaken });
    return;
  }
  takeOver(box, { props, Screen, onTaken });
  takeOverFrame();
}

/**
 * Requests what a page left out, at its first use; after a failure again at the next one. Until then links and forms
 * work as they do without scripts.
 */
async function whenUsed({ path, key, property }: Later & { property: string }) {
  for (;;) {
    await new Promise<void>((resolve) => whenTouched(resolve));
    const answer = await fetchRest<LaterAnswer>(path).catch(() => null);
    if (answer?.key === key) return { property, value: answer.value };
    // The table has changed since the page was made: its numbers must not be mixed with others.
    if (answer) window.location.reload();
  }
}

/**
 * Keeps the last click on a button that only works with React, until it does: on a slow machine, or while the rest of a
 * large table is on its way, it would be lost.
 *
 * @returns what repeats the click
 */
function keepClick(box: Element): () => void {
  let clicked: HTMLElement | null = null;
  const keep = ({ target }: Event) => {
    clicked = target instanceof Element ? target.closest<HTMLElement>('button[type="button"]') : null;
  };
  box.addEventListener('click', keep, { capture: true });
  return () => {
    box.removeEventListener('click', keep, { capture: true });
    if (clicked?.isConnected) clicked.click();
  };
}

/** Of a page that has no island: its keys, and what is dropped on it. */
export async function startFrame(): Promise<void> {
  const { takeOverFrame } = await loadReact();
  takeOverFrame();
}

async function loadReact() {
  await firstPaint();
  return import('./take-over');
}

/** A hidden page is not painted, so it does not wait. */
async function firstPaint(): Promise<void> {
  if (document.visibilityState === 'visible') await new Promise(requestAnimationFrame);
  await nextTask();
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
