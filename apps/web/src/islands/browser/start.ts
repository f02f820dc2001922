import type { ComponentType } from 'react';
import { ISLAND, PROPS } from '../markup';

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
  const props = document.querySelector(`[${PROPS}="${name}"]`)?.textContent;
  if (!box || !props) throw new Error(`The page has no island ${name}.`);
  const { takeOver, takeOverFrame } = await loadReact();
  await nextTask();
  const Screen = await load();
  await nextTask();
  takeOver(box, props, Screen);
  takeOverFrame();
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
