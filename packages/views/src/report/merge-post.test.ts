import { describe, expect, it } from 'vitest';
import { mergePost, newPost, type WrittenBlock } from './merge-post';

const HEAD = '---\ntitle: "T"\n---\n';
const blocks = (numbers: string, ids: readonly string[] = ['summary', 'tested', 'worse']): WrittenBlock[] =>
  ids.map((id) => ({ id, text: `${id} ${numbers}` }));
const OLD = newPost(HEAD, blocks('0.90'));
const withProse = (text: string) =>
  text.replace(
    '\n<!-- basecase:begin tested',
    '\nMy words,\nin *two* lines.  \n\n<!-- basecase:begin tested',
  );
const lineWith = (text: string, part: string) => text.split('\n').find((line) => line.includes(part)) ?? '';

describe('a post that is published again', () => {
  it('stays byte for byte when the numbers do', () => {
    const pasted = withProse(OLD).replace('My words,\n', 'My words,\r\n');
    for (const text of [OLD, withProse(OLD), withProse(OLD).replaceAll('\n', '\r\n'), pasted])
      expect(mergePost(text, blocks('0.90'))).toEqual({ text, notes: [] });
  });

  it('has the new numbers, and the words of its author', () => {
    const { text, notes } = mergePost(withProse(OLD), blocks('0.80'));
    expect(text.match(/0\.\d\d/g)).toEqual(['0.80', '0.80', '0.80']);
    expect(text).toContain('My words,\nin *two* lines.  \n');
    expect(notes).toEqual([]);
    expect(mergePost(text, blocks('0.90')).text).toBe(withProse(OLD));
  });

  it('keeps the line ends of its author', () => {
    const { text } = mergePost(withProse(OLD).replaceAll('\n', '\r\n'), blocks('0.80'));
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(text).toContain('0.80');
  });

  it('does not get a block back that was removed', () => {
    const removed = OLD.replace(/<!-- basecase:begin tested[\s\S]*?basecase:end tested -->\n/, '');
    const { text, notes } = mergePost(removed, blocks('0.80'));
    expect(text).not.toContain('tested 0.80');
    expect(text.match(/0\.80/g)).toHaveLength(2);
    expect(notes).toEqual([]);
  });

  it('follows blocks that were moved', () => {
    const [summary = ''] = /<!-- basecase:begin summary[\s\S]*?basecase:end summary -->\n/.exec(OLD) ?? [];
    const moved = OLD.replace(summary, '') + summary;
    const { text } = mergePost(moved, blocks('0.80'));
    expect(text.indexOf('summary 0.80')).toBeGreaterThan(text.indexOf('worse 0.80'));
  });

  it('leaves a block alone that a person changed, and fills one that is empty', () => {
    const edited = OLD.replace('tested 0.90', 'tested, and I was there');
    const first = mergePost(edited, blocks('0.80'));
    expect(first.text).toContain('tested, and I was there');
    expect(first.text).not.toContain('tested 0.80');
    expect(first.notes).toEqual([
      'Block tested was changed by hand and keeps that text. Empty it to have it written again.',
    ]);
    const emptied = mergePost(first.text.replace('tested, and I was there\n', ''), blocks('0.70'));
    expect(emptied.text).toContain('tested 0.70');
    expect(emptied.notes).toEqual([]);
  });

  it('places a new block after the one before it in the report, once', () => {
    const now = blocks('0.80', ['summary', 'tested', 'group-writes', 'worse']);
    const { text, notes } = mergePost(withProse(OLD), now);
    const at = ['tested 0.80', 'group-writes 0.80', 'worse 0.80'].map((part) => text.indexOf(part));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
    expect(notes).toEqual(['Block group-writes is new.']);
    expect(mergePost(text, now)).toEqual({ text, notes: [] });
    const none = mergePost(`Only words.\n${lineWith(OLD, 'basecase:blocks')}\n`, now);
    expect(none.text).toMatch(/^Only words\.\n[\s\S]*group-writes 0\.80/);
  });

  it('empties a block that the report has not any more, and fills it when it is back', () => {
    const gone = mergePost(OLD, blocks('0.80', ['summary', 'tested']));
    expect(gone.text).not.toContain('worse 0.90');
    expect(gone.notes).toEqual(['Block worse is not in the report any more: it was emptied.']);
    expect(mergePost(gone.text, blocks('0.70')).text).toContain('worse 0.70');
  });

  it.each([
    ['its begin', (text: string) => text.replace('begin tested', 'begin Tested!')],
    [
      'its end',
      (text: string) => text.replace('<!-- basecase:end tested -->', '<!-- basecase:end tested --> x'),
    ],
    ['no end', (text: string) => text.replace('<!-- basecase:end tested -->\n', '')],
    ['no begin', (text: string) => text.replace(/<!-- basecase:begin tested .*\n/, '')],
  ])('reports a block with a changed marker (%s), and loses nothing of it', (_, change) => {
    const changed = change(withProse(OLD));
    const { text, notes } = mergePost(changed, blocks('0.80'));
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.join()).toContain('tested');
    expect(text).toContain('tested 0.90');
    expect(text).not.toContain('tested 0.80');
    expect(text).toContain('summary 0.80');
    expect(text).toContain('worse 0.80');
    for (const line of changed.split('\n').filter((each) => !/basecase:begin|summary 0|worse 0/.test(each)))
      expect(text).toContain(line);
  });

  it('adds nothing where the list of blocks is gone, and notes it', () => {
    const { text, notes } = mergePost(
      OLD.replace(/<!-- basecase:blocks.*\n/, ''),
      blocks('0.80', ['summary', 'new']),
    );
    expect(text).not.toContain('new 0.80');
    expect(notes[0]).toContain('no block was added');
  });

  it('takes a post without any marker as words', () => {
    expect(mergePost('All mine.', blocks('0.80')).text).toBe('All mine.');
  });
});
