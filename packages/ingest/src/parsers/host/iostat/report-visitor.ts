/** What a reader of whole reports hands over, in the order of the log. */
export interface ReportVisitor {
  /** A report begins. `line` is that of its table or object. */
  report(line: number, isSinceBoot: boolean): void;
  /** Time of the report that comes or has just begun (-t), as printed. */
  time(text: string): void;
  /** Values of `avg-cpu`, by name as printed: `%user`, or `user` in JSON. */
  cpu(values: ReadonlyMap<string, number>, line: number): void;
  /** Values of a device, by the name of their column. A group (-g) has a name that begins with a space. */
  device(name: string, values: ReadonlyMap<string, number>, line: number): void;
  /** A value that is not a number; its sample is left out. */
  unreadable?(text: string, line: number): void;
}
