import { contextParser, factsOf } from '../facts';
import { StorageSession } from '../storage/storage-session';

/**
 * `SHOW ALL` of PostgreSQL: `sb.pg.conf.<test>...`. Columns name, setting, description; a setting may hold a bar.
 *
 *  allow_in_place_tablespaces | off     | Allows tablespaces directly inside pg_tblspc, for testing.
 */
export const pgSettings = contextParser({
  kind: 'pg_settings',
  name: /^(?:sb|o)\.(?:[\w.]+\.)?pg\.conf(?:\.|$)/,
  needles: [' setting '],
  content: /^ +name +\| +setting +\| +description *$/m,
  open: () => new StorageSession(),
  isKept: true,
  details: factsOf((facts) => {
    let settingAt = 0;
    let descriptionAt = 0;
    return {
      line(text, line) {
        // ----+-----+---- : where the columns are.
        if (/^-+\+-+\+-+$/.test(text)) {
          settingAt = text.indexOf('+');
          descriptionAt = text.indexOf('+', settingAt + 1);
          return;
        }
        if (settingAt === 0 || text[settingAt] !== '|') return;
        const name = text.slice(0, settingAt).trim();
        const value = text.slice(settingAt + 1, descriptionAt).trim();
        if (name !== '' && value !== '') facts.add({ name, value, line });
      },
    };
  }),
});
