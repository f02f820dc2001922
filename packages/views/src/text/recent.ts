/** Keeps the newest values by key: what is asked for again and again is made once. */
export class Recent<Value> {
  private readonly values = new Map<string, Value>();
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The value of a key, made when it is not there. Of values over the limit, the one not asked for longest goes. */
  get(key: string, make: () => Value): Value {
    const value = this.values.get(key) ?? make();
    this.set(key, value);
    return value;
  }

  /** The value of a key if it is there, which does not count as asking for it. */
  peek(key: string): Value | undefined {
    return this.values.get(key);
  }

  /** Keeps a value in place of what is there, as the one that was asked for last. */
  set(key: string, value: Value): void {
    // A Map keeps the order of insertion: what is asked for goes to the end.
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.limit && oldest !== undefined) this.values.delete(oldest);
  }

  delete(key: string): void {
    this.values.delete(key);
  }
}
