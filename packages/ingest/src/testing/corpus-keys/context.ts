import type { CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['other', 'pg_stat', 'flamegraph', 'mysql_status', 'tool'],
  answers(_row, { details }) {
    const frames = details?.facts.find(({ name }) => name === 'frames')?.number;
    // The index counts every `<g`, and with them the one around all frames (`<g id="frames">`, line 431 of the first).
    return { frames: frames === undefined || frames === null ? undefined : frames + 1 };
  },
};
