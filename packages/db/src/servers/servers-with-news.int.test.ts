import type { Server, ServerKind } from '@basecase/ingest/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inChange } from '../epochs/changes';
import { importParsed, serversWithNews } from '../import/import-parsed';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { describeUpload, makeUpload } from '../testing/parsed-upload';
import { refreshServers } from './refresh-servers';
import { setServerFacts } from './set-server-facts';

describe('servers with news', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  interface Said {
    name: string;
    facts: Partial<Server>;
    /** Null: only the name of the config tells cores and memory. */
    cores: number | null;
    steal: boolean;
  }

  const store = (content: string, { name, facts, cores, steal }: Said) => {
    const parsed = makeUpload({
      server: name,
      version: `17.${content}`,
      seed: content,
      cores,
      kind: null,
      qps: { insert: [5] },
      ...(steal && { steal: [1, 5] as const }),
    });
    for (const run of parsed.runs) if (run.server) Object.assign(run.server, { cores, ...facts });
    return importParsed(database, { upload: describeUpload(content), parsed, configTexts: new Map() });
  };

  const known = async () =>
    (await database.pool.query('SELECT * FROM servers ORDER BY id')).rows as Record<string, unknown>[];

  it('derives every fact from all readings, in any order', async () => {
    // A linear congruential generator: the same sequence each time.
    let state = 7;
    const pick = <T>(choices: readonly T[]): T => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return choices[Math.floor((state / 2 ** 31) * choices.length)] as T;
    };
    const kinds: readonly (ServerKind | null)[] = [null, null, null, 'dedicated', 'virtual'];
    for (let turn = 0; turn < 60; turn += 1) {
      await store(String(turn), {
        name: pick(['pn53', 'PN53', 'ser7']),
        cores: pick([null, 8, 8, 16]),
        steal: pick([false, false, true]),
        facts: {
          cpu: pick([null, 'Ryzen 7', 'Ryzen 9']),
          memoryBytes: pick([null, 2 ** 35, 2 ** 36]),
          storage: pick([null, 'NVMe']),
          os: pick([null, 'Ubuntu 22.04', 'Ubuntu 24.04']),
          kind: pick(kinds),
        },
      });
      if (turn === 30) await setServerFacts(database, 'pn53', { facts: { cores: 8 }, by: 'ann' });
      const before = await known();
      await inChange(database, (client) =>
        refreshServers(
          client,
          before.map(({ id }) => Number(id)),
        ),
      );
      expect(await known()).toEqual(before);
    }
  });

  it('reads no other reading when a run only repeats known facts', async () => {
    const usual = { name: 'quiet', cores: 4, steal: false, facts: { cpu: 'Xeon', os: 'Debian 12' } };
    const newsOf = async (content: string, said: Said) => {
      const { runs } = await store(content, said);
      const ids = runs.map(({ id }) => id);
      return inChange(database, (client) => serversWithNews(client, ids));
    };
    expect(await newsOf('first', usual)).toHaveLength(1);
    expect(await newsOf('second', usual)).toEqual([]);
    expect(await newsOf('less', { ...usual, facts: {} })).toEqual([]);
    // Most say Xeon, so nothing changes; that is for `refreshServers` to find out.
    expect(await newsOf('other', { ...usual, facts: { cpu: 'Epyc' } })).toHaveLength(1);
  });
});
