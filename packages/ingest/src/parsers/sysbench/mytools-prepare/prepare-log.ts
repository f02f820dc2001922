/** The load step of a run: `Load seconds is 80 for 8 tables, .999 Mips, 999999 ips`. */
export interface PrepareLog {
  type: 'prepare';
  seconds: number | null;
  tables: number | null;
  insertsPerS: number | null;
  line: number;
}
