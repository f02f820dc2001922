import { contextParser, factsOf } from '../facts';
import { StorageSession } from '../storage/storage-session';
import { HEAD_LINES, PAIR_NEXT, PAIR_START, PairReader } from './name-value-pairs';

const FIRST_NAMES = new RegExp(
  `${PAIR_START}(?:activate_all_roles_on_login|admin_address|alter_algorithm|analyze_sample_percentage|aria_block_size|auto_increment_increment|autocommit)${PAIR_NEXT}`,
  'm',
);

/** SHOW GLOBAL VARIABLES: `sb.gv.<test>...`, `o.<sfx>.sgv`, `sb.o.myvac.show.1`. */
export const mysqlVariables = contextParser({
  kind: 'mysql_variables',
  name: /^(?:sb|o)\.(?:[\w.]+\.)?s?gv\d?(?:\.|$)/,
  headLines: HEAD_LINES,
  content: FIRST_NAMES,
  open: () => new StorageSession(),
  isKept: true,
  details: factsOf((facts) => {
    const pairs = new PairReader();
    return {
      line(text, line) {
        const pair = pairs.read(text);
        // An empty variable says nothing.
        if (pair && pair.value.trim() !== '') facts.add({ ...pair, line });
      },
    };
  }),
});
