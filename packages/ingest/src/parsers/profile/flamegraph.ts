import { contextParser, detailsOf, FactsBuilder } from '../context/facts';
import { frameName, MAX_LINE_BYTES } from './frame-tree';
import { type DrawnFrame, treeOfDrawing } from './tree-of-drawing';

/** Rectangles of one file. The largest known flame graph has 9,000. */
const MAX_RECTANGLES = 50_000;
/**
 * <title>GetTransactionSnapshot (300,260,784 samples, 1.65%)</title><rect x="268.9" y="725" width="19.5" ... />
 *
 * A difference of two has `; +0.5%` behind the share.
 */
const FRAME =
  /<title>([^<]{1,4000}) \(([\d,]{1,20}) ([\w:-]{1,40}), [\d.]{1,10}%[^<]{0,40}\)<\/title>\s*(?:<rect ([^>]{1,1000})>)?/g;
const TITLE = /<text\b[^>]{0,300}\bid="title"[^>]{0,300}>([^<]{1,300})</;

/**
 * Flame graphs as SVG, by flamegraph.pl and what draws like it: `sb.perf.g.<event>.<test>...svg`. They hold scripts:
 * the file itself is only ever shown in a sandbox, and what pages draw are the frames that are read here.
 */
export const flamegraph = contextParser({
  kind: 'flamegraph',
  name: /\.perf\.g\..*\.svg$/,
  needles: ['<svg'],
  content: /flame ?graph/i,
  details: detailsOf(() => {
    const facts = new FactsBuilder();
    const drawn: DrawnFrame[] = [];
    let [frames, lastLine] = [0, 1];
    let unit = 'samples';
    return {
      line(text, line) {
        for (const [, name = '', count = '', counted = '', rectangle] of text.matchAll(FRAME)) {
          frames += 1;
          lastLine = line;
          unit = counted;
          const value = Number(count.replaceAll(',', ''));
          // The frame at the bottom covers all samples.
          if (name === 'all') facts.add({ name: 'samples', value: count, number: value, line, unit });
          const place = rectangle === undefined ? null : placeOf(rectangle);
          if (place && drawn.length < MAX_RECTANGLES)
            drawn.push({ name: frameName(decode(name)), value, ...place });
        }
        const title = TITLE.exec(text);
        if (title) facts.add({ name: 'title', value: title[1] ?? '', line });
      },
      end() {
        facts.add({ name: 'frames', value: `${frames}`, number: frames, line: lastLine });
        const profile = treeOfDrawing(drawn, unit);
        if (profile) profile.leftOut += frames - drawn.length;
        return { series: [], histograms: [], facts: facts.build(), ...(profile && { profile }) };
      },
    };
  }, MAX_LINE_BYTES),
});

/** Left end, width and row; pixels, or percent in drawings that stretch. */
function placeOf(attributes: string): Pick<DrawnFrame, 'x' | 'y' | 'width'> | null {
  const number = (name: string) =>
    Number(new RegExp(`(?:^|\\s)${name}="([\\d.]{1,20})%?"`).exec(attributes)?.[1] ?? Number.NaN);
  const place = { x: number('x'), y: number('y'), width: number('width') };
  return Object.values(place).every(Number.isFinite) ? place : null;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Names are text: what XML had to write differently is written plainly again. */
function decode(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
