import { contextParser, detailsOf, FactsBuilder } from '../context/facts';
import { FrameTree, MAX_LINE_BYTES } from './frame-tree';

/** `mysqld;handle_connection;do_command 123`: frames from the caller to the callee, then how many samples. */
const STACK = /^(\S[^\n]*) (\d{1,15})$/;
/** Lines that tell a folded file from other text: most have a `;`, all end with a count. */
const HEAD =
  /^(?:[^\n;]{1,500}(?:;[^\n;]{1,500})* \d{1,15}\n){0,5}[^\n;]{1,500}(?:;[^\n;]{1,500})+ \d{1,15}\r?(?:\n|$)/;

/** Stacks as `stackcollapse-perf.pl` and its like print them. A line is one stack, however often it comes. */
export const foldedStacks = contextParser({
  kind: 'folded_stacks',
  name: /\.(?:folded|collapsed)$/,
  needles: [';'],
  content: HEAD,
  details: detailsOf(() => {
    const tree = new FrameTree();
    const facts = new FactsBuilder();
    let [samples, stacks, unread, last] = [0, 0, 0, 1];
    return {
      line(text, line) {
        const [, stack, count] = STACK.exec(text.trimEnd()) ?? [];
        if (stack === undefined) {
          if (text.trim() !== '') unread += 1;
          return;
        }
        tree.add(stack.split(';'), Number(count));
        samples += Number(count);
        stacks += 1;
        last = line;
      },
      end() {
        facts.add({ name: 'stacks', value: `${stacks}`, line: last });
        facts.add({ name: 'samples', value: `${samples}`, line: last });
        if (unread > 0) facts.add({ name: 'lines without a stack', value: `${unread}`, line: last });
        const profile = tree.build('samples');
        return { series: [], histograms: [], facts: facts.build(), ...(profile && { profile }) };
      },
    };
  }, MAX_LINE_BYTES),
});
