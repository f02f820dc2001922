import { nightLineName } from '@basecase/analysis';
import type { ChangeLine } from './change-lines';

/** A line with what its records are called by. */
export interface NamedLine<Line extends ChangeLine> {
  line: Line;
  /** `19devel@master`; null for releases. */
  name: string | null;
  /** Null: the main line of its product, of nights the first of its name. Else its build flavour and config. */
  build: ChangeLine['build'];
}

/** Names of lines; nights of one name are apart by build flavour and config. @param lines of one product, the main one first */
export function lineNames<Line extends ChangeLine>(lines: readonly Line[]): NamedLine<Line>[] {
  const named = new Set<string>();
  return lines.map((line) => {
    if (!line.nights) return { line, name: null, build: line.build };
    const { flavour, config } = line;
    const name = nightLineName(line.nights);
    const build = named.has(name) ? { flavour, config } : null;
    named.add(name);
    return { line, name, build };
  });
}
