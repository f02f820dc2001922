const TEXT_FIELDS = /^(?:text|search|url|email|number|password)$/;

/** True for a key that is meant for a field, or for the browser: no shortcut of the page. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const { target } = event;
  if (target instanceof HTMLInputElement) return TEXT_FIELDS.test(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
