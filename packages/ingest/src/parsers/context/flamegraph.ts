import { contextParser, factsOf } from './facts';

/**
 * Flame graphs as SVG: `sb.perf.g.<event>.<test>...svg`. They hold scripts: whoever shows one does so in a sandbox.
 *
 * <g >
 * <title>GetTransactionSnapshot (300,260,784 samples, 1.65%)</title><rect ...
 */
export const flamegraph = contextParser({
  kind: 'flamegraph',
  name: /\.perf\.g\..*\.svg$/,
  needles: ['<svg'],
  content: /flame ?graph/i,
  details: factsOf((facts) => {
    let frames = 0;
    let lastLine = 0;
    return {
      line(text, line) {
        for (const [, title = ''] of text.matchAll(/<title>([^<]{1,2000})<\/title>/g)) {
          frames += 1;
          lastLine = line;
          // The frame at the bottom stands for all samples.
          const all = /^all \(([\d,]+) (\w+), 100%\)$/.exec(title);
          if (!all) continue;
          const value = all[1] ?? '';
          facts.add({
            name: 'samples',
            value,
            number: Number(value.replaceAll(',', '')),
            line,
            unit: all[2] ?? null,
          });
        }
        const title = /<text\b[^>]*\bid="title"[^>]*>([^<]{1,300})</.exec(text);
        if (title) facts.add({ name: 'title', value: title[1] ?? '', line });
      },
      end() {
        facts.add({ name: 'frames', value: `${frames}`, number: frames, line: Math.max(1, lastLine) });
      },
    };
  }),
});
