import type { FactsBuilder } from '../../../files/details-builder';
import { contextParser, factsOf } from '../facts';

/**
 * Dumps of pg_stat_* and pg_statio_* views by `psql -x`, after each test: `sb.pgs.tabs.<test>...`, `o.pgs.bg`.
 *
 * -[ RECORD 1 ]-------+--------
 * relid               | 16388
 */
export const pgStat = contextParser({
  kind: 'pg_stat',
  name: /^(?:sb|o)\.(?:prepare\.)?(?:[\w.]+\.)?pg[si]\.[a-z]/,
  needles: ['-[ RECORD 1 ]'],
  content: /^-\[ RECORD 1 \][-+]*\n\w+ +\|/m,
  details: factsOf((facts) => newRecords(facts)),
});

interface Field {
  name: string;
  value: string;
  line: number;
}

/** Fields that identify a record, in this order. */
const KEYS = ['datname', 'relname', 'indexrelname', 'backend_type', 'object', 'context', 'name', 'slot_name'];
const NAMES: ReadonlySet<string> = new Set(['schemaname', ...KEYS]);
/** Fields of one record: pg_stat_database has 30. */
const MAX_FIELDS = 200;

/** A record is identified by its first fields, but not always the very first: it is held until its end. */
function newRecords(facts: FactsBuilder) {
  let fields: Field[] = [];
  let number = 0;

  const end = (): void => {
    const group = groupOf();
    for (const field of fields) {
      // An empty cell is NULL: no fact. The group lists its parts.
      if (field.value !== '' && !NAMES.has(field.name)) facts.add({ ...field, group });
    }
    fields = [];
  };

  const groupOf = (): string | null => {
    const get = (name: string) => fields.find((field) => field.name === name)?.value ?? '';
    const schema = get('schemaname');
    const words = KEYS.map(get).filter((value) => value !== '');
    if (words.length === 0) {
      const isShared = fields.some(({ name }) => name === 'datname');
      return isShared ? 'shared objects' : nameOfRecord();
    }
    return [...(schema === '' || schema === 'public' ? [] : [schema]), ...words].join(' ');
  };

  const nameOfRecord = (): string | null => {
    return number > 1 ? `record ${number}` : null;
  };

  return {
    line(text: string, line: number): void {
      const record = /^-\[ RECORD (\d{1,9}) \]/.exec(text);
      if (record) {
        end();
        number = Number(record[1]);
        return;
      }
      if (number === 0 || fields.length >= MAX_FIELDS) return;
      const bar = text.indexOf('|');
      const name = text.slice(0, Math.max(0, bar)).trim();
      if (name === '') return;
      fields.push({ name, value: text.slice(bar + 1).trim(), line });
    },
    end,
  };
}
