/** What HammerDB prints of its settings, last one wins. Null: not printed. */
export class Settings {
  /** Set by a command, or the number of a schema that was built: what was meant, not a default. */
  #warehousesSet: number | null = null;
  #warehousesOfDictionary: number | null = null;
  /** Several instances print into one log: whose times these are is not known. */
  #isCluster = false;
  builtWarehouses: number | null = null;
  allWarehouses = false;
  rampupMinutes: number | null = null;
  durationMinutes: number | null = null;
  database: string | null = null;

  get warehouses(): number | null {
    return this.builtWarehouses ?? this.#warehousesSet ?? this.#warehousesOfDictionary;
  }

  read(text: string): void {
    if (text.startsWith('Building ')) {
      const [, count] = BUILDING.exec(text) ?? [];
      if (count !== undefined) this.builtWarehouses = Number(count);
      return;
    }
    const [, database] = DATABASE.exec(text) ?? [];
    if (database !== undefined) this.database = database === 'MSSQLServer' ? 'SQL Server' : database;
    if (text.startsWith('Setting Primary Mode')) this.#isCluster = true;
    const set = CHANGED.exec(text) ?? SAME.exec(text);
    const { key, value } = set?.groups ?? {};
    if (key !== undefined && value !== undefined) this.#set(key, value);
    else if (text.startsWith(' ')) this.#dictionary(text);
  }

  #set(key: string, value: string): void {
    const count = /^\d{1,7}$/.test(value) ? Number(value) : null;
    if (key === 'allwarehouse') this.allWarehouses = value.toLowerCase() === 'true';
    else if (count === null) return;
    else if (key === 'count_ware') this.#warehousesSet = count;
    else if (this.#isCluster) return;
    else if (key === 'rampup') this.rampupMinutes = count;
    else this.durationMinutes = count;
  }

  /** ` pg_count_ware       = 400` of `print dict`; 1 is the default, which says nothing of the schema that is there. */
  #dictionary(text: string): void {
    const { key, value } = DICTIONARY.exec(text)?.groups ?? {};
    if (key === 'count_ware' && value !== '1' && /^\d{1,7}$/.test(value ?? '')) {
      this.#warehousesOfDictionary = Number(value);
    } else if (key !== undefined && key !== 'count_ware' && value !== undefined) this.#set(key, value);
  }
}

/** `Database set to MariaDB`, `Dictionary Settings for PostgreSQL` */
const DATABASE = /^(?:Database set to|Dictionary Settings for) ([A-Za-z]\w{1,30})$/;
/** `Building 120 Warehouses with 25 Virtual Users, 24 active + 1 Monitor VU(dict value maria_num_vu is set to 24)` */
const BUILDING = /^Building (\d{1,7}) Warehouses?(?:\(s\))? with /;
const KEY = '(?:[a-z0-9]+_)?(?<key>count_ware|rampup|duration|allwarehouse)';
/** `Changed tpcc:mysql_count_ware from 1 to 20 for MySQL` */
const CHANGED = new RegExp(String.raw`^Changed tpcc:${KEY} from \S+ to (?<value>\S+) for `);
/** `Value 120 for tpcc:maria_count_ware is the same as existing value 120, no change made` */
const SAME = new RegExp(String.raw`^Value (?<value>\S+) for tpcc:${KEY} is the same `);
const DICTIONARY = /^ +(?:[a-z0-9]+_)?(?<key>count_ware|rampup|duration|allwarehouse) += (?<value>\S+)$/;
