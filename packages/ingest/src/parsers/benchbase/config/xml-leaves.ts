/** What an XML text says. `path` holds the names of the elements around one, then its own; it is reused. */
export interface XmlVisitor {
  /** An element without elements in it: `<rate>100</rate>`. */
  leaf(path: readonly string[], text: string, line: number): void;
  open?(path: readonly string[], line: number): void;
}

const TAG = /<(\/?)([A-Za-z_][\w.-]{0,60})(\s[^<>]{0,400}|\/)?>([^<]{0,400})/g;
const COMMENT = /<!--.*?-->/g;
/** Configurations are four levels deep. */
const MAX_DEPTH = 32;
const MAX_TEXT = 400;

/**
 * Reads the values of a simple XML text line by line, and holds nothing of it but the path to where it is. Attributes,
 * comments and declarations are skipped; an unclosed element has no value and is not an error.
 */
export class XmlLeaves {
  readonly #visitor: XmlVisitor;
  readonly #path: string[] = [];
  /** Text of the innermost element while nothing else stood in it. */
  #text: { text: string; line: number } | null = null;
  #isComment = false;

  constructor(visitor: XmlVisitor) {
    this.#visitor = visitor;
  }

  line(printed: string, line: number): void {
    const text = this.#withoutComments(printed);
    const first = text.indexOf('<');
    this.#append(first < 0 ? text : text.slice(0, first));
    for (const [, slash, name = '', rest = '', after = ''] of text.matchAll(TAG)) {
      if (slash === '/') this.#close(name);
      else if (!rest.endsWith('/')) this.#open(name, { text: after, line });
    }
  }

  #open(name: string, text: { text: string; line: number }): void {
    if (this.#path.length < MAX_DEPTH) this.#path.push(name);
    this.#text = text;
    this.#visitor.open?.(this.#path, text.line);
  }

  #close(name: string): void {
    const at = this.#path.lastIndexOf(name);
    if (at < 0) return;
    const leaf = this.#text;
    const isOwn = at === this.#path.length - 1;
    if (leaf && isOwn && leaf.text.trim() !== '') this.#visitor.leaf(this.#path, leaf.text.trim(), leaf.line);
    this.#path.length = at;
    this.#text = null;
  }

  #append(text: string): void {
    const leaf = this.#text;
    if (leaf && leaf.text.length + text.length < MAX_TEXT) leaf.text += ` ${text.trim()}`;
  }

  #withoutComments(printed: string): string {
    let text = printed;
    if (this.#isComment) {
      const end = text.indexOf('-->');
      if (end < 0) return '';
      this.#isComment = false;
      text = text.slice(end + 3);
    }
    text = text.replace(COMMENT, '');
    const start = text.indexOf('<!--');
    if (start < 0) return text;
    this.#isComment = true;
    return text.slice(0, start);
  }
}
