/** An element of a document: what tests of the feed look at. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const PIECE =
  /<\?[^?]*\?>|<\/([A-Za-z][\w:.-]*)\s*>|<([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /\s+([\w:.-]+)="([^"<]*)"/g;
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([0-9a-fA-F]+));|&/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/**
 * Reads well-formed XML of elements, attributes in double quotes and text, which is all that the feed writes.
 *
 * @throws Error for anything else: an unescaped character, an unclosed element, a second root
 */
export function parseXml(document: string): XmlElement {
  if (FORBIDDEN.test(document)) throw new Error('a character that XML does not allow');
  const roots: XmlElement[] = [];
  const open: XmlElement[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < document.length) {
    const at = PIECE.lastIndex;
    const found = PIECE.exec(document);
    if (!found) throw new Error(`not well-formed at ${at}: ${document.slice(at, at + 40)}`);
    const [, closed, name, attributes = '', empty, text] = found;
    if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing`);
    } else if (name !== undefined) {
      const element = { name, attributes: toAttributes(attributes), children: [], text: '' };
      (open.at(-1)?.children ?? roots).push(element);
      if (!empty) open.push(element);
    } else if (text !== undefined) {
      const parent = open.at(-1);
      if (parent) parent.text += unescapeXml(text);
      else if (text.trim() !== '') throw new Error('text outside of the root');
    }
  }
  const [root, ...others] = roots;
  if (!root || others.length > 0 || open.length > 0) throw new Error('not one whole root');
  return root;
}

function toAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, unescapeXml(value)]);
  const attributes: Record<string, string> = Object.fromEntries(pairs);
  if (Object.keys(attributes).length < pairs.length) throw new Error('an attribute twice');
  return attributes;
}

function unescapeXml(text: string): string {
  return text.replace(ENTITY, (entity, name?: string, decimal?: string, hex?: string) => {
    if (name) return NAMED[name] ?? '';
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    throw new Error(`a bare ${entity}`);
  });
}
