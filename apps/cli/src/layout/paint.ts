import { patternPieces } from '@basecase/views/uploads';
import type { Io } from '../io';

/** Codes of ANSI terminals; hues of name parts as on the upload page. */
const STYLES = {
  'part-1': '34',
  'part-2': '35',
  'part-3': '32',
  'part-4': '36',
  'part-5': '33',
  'part-6': '94',
  stop: '1;31',
  dim: '2',
} as const;
export type Style = keyof typeof STYLES;

/** Colours a text where the terminal has colours. */
export type Paint = (text: string, style: string) => string;

export function painter({ hasColours = false }: Pick<Io, 'hasColours'>): Paint {
  return (text, style) => {
    const code = hasColours && Object.hasOwn(STYLES, style) ? STYLES[style as Style] : undefined;
    return code === undefined || text === '' ? text : `\u001b[${code}m${text}\u001b[0m`;
  };
}

/** A pattern with its fields in their hues; `[?1]`, a part without a name, stands out. */
export function paintPattern(pattern: string, paint: Paint): string {
  return patternPieces(pattern)
    .map(({ text, hue }) =>
      hue === '' ? text.replace(/\[\?\d+\]/g, (open) => paint(open, 'stop')) : paint(text, hue),
    )
    .join('');
}
