/** A name and a value of MySQL's SHOW statements. */
export interface Pair {
  name: string;
  value: string;
  /** Null in the first list of a file, `list 2` in the next: a file may hold SHOW GLOBAL VARIABLES and SHOW VARIABLES. */
  group: string | null;
}

/**
 * Reads pairs of SHOW GLOBAL STATUS and SHOW GLOBAL VARIABLES in any form that clients print:
 *
 * Innodb_data_fsyncs<TAB>12            -B, with or without a header line
 * | Innodb_data_fsyncs | 12 |          in a table
 * Variable_name: Innodb_data_fsyncs    -E, the value on the next line
 *         Value: 12
 */
export function newPairReader() {
  let heldName: string | null = null;
  /** Lists begin with the same name. */
  let first: string | null = null;
  let lists = 0;

  const toPair = (name: string, value: string): Pair => {
    first ??= name;
    if (name === first) lists += 1;
    return { name, value, group: lists > 1 ? `list ${lists}` : null };
  };

  const readVertical = (label: string, text: string): Pair | null => {
    if (label.toLowerCase() === 'variable_name') {
      heldName = text.trim();
      return null;
    }
    const name = heldName;
    heldName = null;
    return name === null || name === '' ? null : toPair(name, text);
  };

  return {
    /** The pair that this line completes, null when there is none. */
    read(text: string): Pair | null {
      const vertical = /^\s*(Variable_name|Value): ?(.*)$/i.exec(text);
      if (vertical) return readVertical(vertical[1] ?? '', vertical[2] ?? '');
      const [name = '', value] = text.startsWith('|') ? cells(text) : text.split('\t');
      if (value === undefined || !/^[A-Za-z]\w{0,99}$/.test(name) || /^variable_name$/i.test(name))
        return null;
      return toPair(name, value);
    },
  };
}

function cells(text: string): string[] {
  const inner = text.slice(1).replace(/\s*\|\s*$/, '');
  const bar = inner.indexOf('|');
  return bar < 0 ? [] : [inner.slice(0, bar).trim(), inner.slice(bar + 1).trim()];
}

/** What is between a name and the start of its line in the three forms. */
export const PAIR_START = String.raw`^(?:\| ?|\s*Variable_name: )?`;
/** What follows it. */
export const PAIR_NEXT = String.raw`(?:\t| *\||\n\s*Value:)`;
/** Lines that hold the first name in each form, after a warning or two of the client. */
export const HEAD_LINES = 12;
