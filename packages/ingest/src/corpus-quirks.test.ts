import { describe, expect, it } from 'vitest';
import { CORPUS, corpusPath, corpusTitle, readMemberIndex } from './testing/corpus';
import { metWithQuirks } from './testing/met-with-quirks';
import { readTarMembers } from './testing/tar-members';

/**
 * Shows that the summaries which run scripts write (sb.met) are understood to the last digit: recomputed from raw
 * vmstat and iostat with the scripts' quirks, they are equal as text. What Basecase shows leaves the quirks out.
 */
describe.skipIf(!CORPUS)(corpusTitle('corpus: sb.met recomputed with its quirks'), () => {
  it('equals the text of every field in the three run tarballs', async () => {
    const tarballs = CORPUS ? [...new Set(readMemberIndex().map((row) => row.tarball))] : [];
    const differences: string[] = [];
    let files = 0;
    for (const tarball of tarballs) {
      const members = await readTarMembers(corpusPath(tarball));
      for (const [name, bytes] of members) {
        if (!/\/sb\.met\./.test(name)) continue;
        files += 1;
        const text = (kind: string) =>
          members.get(name.replace('sb.met.', `sb.${kind}.`))?.toString('latin1') ?? '';
        const rate = /\t(\S+)$/.exec(bytes.toString('latin1').split('\n')[2] ?? '')?.[1] ?? '';
        const expected = metWithQuirks({ vmstat: text('vm'), iostat: text('io'), device: 'md2', rate });
        if (expected !== bytes.toString('latin1')) differences.push(`${name}:\n${bytes}\n${expected}`);
      }
    }
    process.stdout.write(`sb.met: ${files} files recomputed, ${differences.length} differ\n`);
    expect(differences).toEqual([]);
    expect(files).toBe(117);
  });
});
