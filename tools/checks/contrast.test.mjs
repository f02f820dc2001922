import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const STYLES = new URL('../../apps/web/src/ui/styles/', import.meta.url);
const TOKENS = readFileSync(new URL('tokens.css', STYLES), 'utf8');
const CONTROLS = readFileSync(new URL('controls.css', STYLES), 'utf8');
/** 4.5 by WCAG 2.2, and room for what a browser rounds. */
const ENOUGH = 4.6;

/** @typedef {readonly [red: number, green: number, blue: number]} Colour 0 to 255 */

/**
 * A colour of tokens.css.
 * @param {string} name
 * @param {'light' | 'dark'} theme
 * @returns {Colour}
 */
function token(name, theme) {
  const found = new RegExp(`--${name}: light-dark\\(#(?<light>\\w{6}), #(?<dark>\\w{6})\\)`).exec(TOKENS);
  const hex = found?.groups?.[theme];
  if (!hex) throw new Error(`No colour ${name}.`);
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/**
 * What a rule of controls.css declares.
 * @param {string} selector
 */
function rule(selector) {
  const body = CONTROLS.split(`\n${selector} {`)[1]?.split('}')[0];
  if (body === undefined) throw new Error(`No rule ${selector}.`);
  return new Map([...body.matchAll(/([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

/** @param {Colour} colour */
function luminance(colour) {
  const [red, green, blue] = /** @type {[number, number, number]} */ (
    colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    })
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * @param {Colour} text
 * @param {Colour} behind
 * @param {number} opacity of the text
 */
function contrast(text, behind, opacity) {
  /** @param {0 | 1 | 2} at */
  const seen = (at) => text[at] * opacity + behind[at] * (1 - opacity);
  const [one, other] = [luminance([seen(0), seen(1), seen(2)]), luminance(behind)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

describe.each(/** @type {const} */ (['light', 'dark']))('in the %s theme', (theme) => {
  it.each(['bg', 'surface', 'surface-2', 'surface-3'])(
    'the counts of a segment that is not pressed can be read on %s',
    (behind) => {
      const [own, around] = [rule('.segments > a small'), rule('.segments > *')];
      const name = /--([\w-]+)/.exec(own.get('color') ?? around.get('color') ?? '')?.[1] ?? '';
      const found = contrast(token(name, theme), token(behind, theme), Number(own.get('opacity') ?? 1));
      expect(found).toBeGreaterThanOrEqual(ENOUGH);
    },
  );
});
