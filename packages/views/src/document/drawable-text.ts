/** Characters in the font of the image renderer: Latin, and the signs that this project uses. */
const MISSING =
  /[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u0113\u0116-\u012b\u0131\u0139-\u013e\u0141-\u0148\u014c-\u014d\u0150-\u017e–—…×≤≥·µ]/gu;
const THIN_SPACE = /\u202f/g;
const ARROW = / ?→ ?/g;

/**
 * Text that can be drawn. For a character that the font lacks the renderer would ask a font service on the internet;
 * a view must not leave this server, so a question mark replaces the character.
 */
export function drawable(text: string): string {
  return text.replace(THIN_SPACE, '\u00a0').replace(ARROW, ' to ').replace(MISSING, '?');
}
