/** The values that a parameter takes, in the words of JSON Schema. */
export interface FieldSchema {
  type: 'string' | 'number' | 'integer' | 'array';
  /** Default value, if there is one. */
  default?: string | number;
  enum?: readonly string[];
  /** In place of `enum` where there are more than can be listed. */
  anyOf?: readonly { enum?: readonly string[]; pattern?: string }[];
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  items?: FieldSchema;
}

/** One parameter of an address. Texts are what is in the address, percent-decoded; there may be several of one name. */
export interface Field<Value> {
  /** Value of a missing or invalid parameter. */
  readonly initial: Value;
  readonly schema: FieldSchema;
  /** Never throws. */
  parse(texts: readonly string[]): Value;
  /** Reading these gives the value again. */
  texts(value: Value): readonly string[];
  /** Those of the texts, or of their parts, that make no sense and are taken for nothing. */
  misread(texts: readonly string[]): readonly string[];
}

interface Single<Value> {
  initial: Value;
  schema: FieldSchema;
  /** Null for a text that makes no sense. */
  read: (text: string) => Value | null;
  write?: (value: Value) => string;
}

/**
 * A parameter with one text. Of several the last one counts, because a submit button comes after the hidden fields of
 * its form.
 */
export function single<Value>({ initial, schema, read, write = String }: Single<Value>): Field<Value> {
  return {
    initial,
    schema,
    parse: (texts) => read(texts.at(-1) ?? '') ?? initial,
    texts: (value) => [write(value)],
    // Forms send unfilled fields as empty texts.
    misread: (texts) => texts.slice(-1).filter((given) => given !== '' && read(given) === null),
  };
}
