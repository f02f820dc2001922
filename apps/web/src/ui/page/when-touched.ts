/** How somebody begins to use a page: with a pointer, a key, a wheel, or a program that clicks and moves the focus for them. */
const BEGINNINGS = [
  'pointerover',
  'pointermove',
  'pointerdown',
  'keydown',
  'wheel',
  'focusin',
  'click',
] as const;

/**
 * Does something once, when somebody begins to use the page: before a first click there is a pointer that moves, before a
 * first letter a key that goes down.
 *
 * @returns what takes it back
 */
export function whenTouched(work: () => void): () => void {
  const options = { capture: true, passive: true };
  const cancel = () => {
    for (const type of BEGINNINGS) window.removeEventListener(type, onTouch, options);
  };
  function onTouch() {
    cancel();
    work();
  }
  for (const type of BEGINNINGS) window.addEventListener(type, onTouch, options);
  return cancel;
}
