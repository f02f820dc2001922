/** Events of a first use of a page: a pointer, a key, a wheel, or a program that clicks and moves the focus. */
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
 * Runs an action once, on the first use of the page: a pointer moves before a first click, and a key is pressed
 * before a first letter.
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
