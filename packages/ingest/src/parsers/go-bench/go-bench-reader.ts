import { MAX_LINE, nameOf, parseContinuation, parseResultLine, type ResultLine } from './result-line';
import { parseSetting, withSetting } from './settings';

/** Where a line stands: the package and the settings that hold for it. */
export interface GoPlace {
  pkg: string | null;
  settings: ReadonlyMap<string, string>;
}

export interface GoBenchEvents {
  result(result: ResultLine, place: GoPlace, line: number): void;
  setting?(key: string, value: string, line: number): void;
  /** A line with the time of a benchmark that is none of its results. */
  unparsed?(line: number, bytes: Buffer): void;
  /** A line that is neither: failures are among them. */
  other?(text: string, place: GoPlace, line: number): void;
}

/** What a line of numbers holds, whatever happened to them. */
const HAS_UNIT = /[ \t](?:ns|sec|B|allocs)\/op(?:[ \t]|$)/;

/** Takes results and settings out of a log, and holds the place where it is. */
export class GoBenchReader {
  readonly #events: GoBenchEvents;
  #settings: ReadonlyMap<string, string> = new Map();
  /** A benchmark that printed its name and no numbers yet. */
  #begun: { name: string; line: number } | null = null;
  #last = 0;

  constructor(events: GoBenchEvents) {
    this.#events = events;
  }

  /** The benchmark whose line is the last of the file, which has no numbers; null where the file ends otherwise. */
  get cut(): { name: string; line: number } | null {
    return this.#begun?.line === this.#last ? this.#begun : null;
  }

  line(bytes: Buffer, start: number, end: number, line: number): void {
    if (start === end) return;
    this.#last = line;
    const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE));
    const result = parseResultLine(text) ?? this.#continued(text);
    if (result) {
      this.#begun = null;
      this.#events.result(result, this.#place(), line);
      return;
    }
    const name = nameOf(text);
    if ((name !== null || this.#begun) && HAS_UNIT.test(text)) {
      this.#begun = null;
      this.#events.unparsed?.(line, bytes.subarray(start, end));
      return;
    }
    if (name !== null) this.#begun = { name, line };
    const setting = parseSetting(text);
    if (setting) {
      this.#settings = withSetting(this.#settings, setting);
      this.#events.setting?.(setting.key, setting.value, line);
    } else this.#events.other?.(text, this.#place(), line);
  }

  #continued(text: string): ResultLine | null {
    const values = this.#begun && parseContinuation(text);
    return this.#begun && values ? { name: this.#begun.name, ...values } : null;
  }

  #place(): GoPlace {
    return { pkg: this.#settings.get('pkg') ?? null, settings: this.#settings };
  }
}
