/** A formula over metrics as basecase.json writes it: a number, the name of a metric, or two of them joined. */
export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'metric'; name: string; at: number }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression };

type Operator = '+' | '-' | '*' | '/';

/** A formula that can't be read; `at` is the character, from 1. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
  readonly at: number;

  constructor(expected: string, found: string, at: number) {
    super(`expected ${expected} at character ${at}, found ${found}`);
    this.at = at;
  }
}

interface Token {
  kind: 'number' | 'name' | 'sign' | 'end';
  text: string;
  at: number;
}

const SIGNS: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '−': '-' };
const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?)(?![\p{L}_])|([\p{L}_][\p{L}\p{N}_.]*)|'([^']+)'|([-+*/×÷−()]))/uy;
/** A formula is a line that people read; deeper ones are made by programs. */
const MAX_LENGTH = 500;
const MAX_DEPTH = 50;

/**
 * Reads a formula: `+ - * /` (also `× ÷ −`), numbers, parentheses, and names of metrics, in single quotes where they hold
 * anything but letters, digits, `_` and `.`: `'r/s' / throughput`. `*` and `/` bind stronger; equals are read from the left.
 *
 * @throws ExpressionError
 */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_LENGTH)
    throw new ExpressionError(`at most ${MAX_LENGTH} characters`, `${text.length}`, MAX_LENGTH + 1);
  return new Parser(tokensOf(text)).read();
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const trimmed = text.trimEnd();
  let next = 0;
  while (next < trimmed.length) {
    TOKEN.lastIndex = next;
    const found = TOKEN.exec(trimmed);
    const at = next + (/^\s*/.exec(trimmed.slice(next))?.[0].length ?? 0) + 1;
    if (!found) {
      const [sign = ''] = trimmed.slice(at - 1);
      const what = sign === "'" ? "a name that ends in '" : 'a name, a number or one of + - * / ( )';
      throw new ExpressionError(what, `"${sign}"`, at);
    }
    const [, number, name, quoted, sign] = found;
    next = TOKEN.lastIndex;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: SIGNS[sign] ?? sign, at });
    else tokens.push({ kind: 'name', text: (name ?? quoted ?? '').trim(), at });
  }
  return [...tokens, { kind: 'end', text: '', at: trimmed.length + 1 }];
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  read(): Expression {
    const found = this.#sum();
    if (this.#token.kind !== 'end') throw this.#unexpected('one of + - * / or the end');
    return found;
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 1 };
  }

  #unexpected(expected: string): ExpressionError {
    const { kind, text, at } = this.#token;
    return new ExpressionError(expected, kind === 'end' ? 'the end' : `"${text}"`, at);
  }

  #sum(): Expression {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#value()));
  }

  #chain(operators: readonly Operator[], read: () => Expression): Expression {
    let left = read();
    for (;;) {
      const { kind, text } = this.#token;
      const operator = operators.find((each) => kind === 'sign' && each === text);
      if (!operator) return left;
      this.#next += 1;
      left = { kind: 'operation', operator, left, right: read() };
    }
  }

  #value(): Expression {
    const { kind, text, at } = this.#token;
    if (kind === 'number' || (kind === 'name' && text !== '')) {
      this.#next += 1;
      return kind === 'number' ? { kind, value: Number(text) } : { kind: 'metric', name: text, at };
    }
    if (kind !== 'sign' || text !== '(' || this.#depth >= MAX_DEPTH)
      throw this.#unexpected('a name, a number or "("');
    this.#next += 1;
    this.#depth += 1;
    const inner = this.#sum();
    if (this.#token.kind !== 'sign' || this.#token.text !== ')') throw this.#unexpected('")"');
    this.#next += 1;
    this.#depth -= 1;
    return inner;
  }
}

/** The names in a formula, in their order. */
export function namesIn(expression: Expression): { name: string; at: number }[] {
  if (expression.kind === 'number') return [];
  if (expression.kind === 'metric') return [expression];
  return [...namesIn(expression.left), ...namesIn(expression.right)];
}

/**
 * Value of a formula.
 *
 * @param find the value of a metric, null where it is missing
 * @returns null where a value is missing, for a division by 0, and for a number too large to hold
 */
export function evaluate(expression: Expression, find: (name: string) => number | null): number | null {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind === 'metric') return find(expression.name);
  const left = evaluate(expression.left, find);
  const right = evaluate(expression.right, find);
  if (left === null || right === null) return null;
  const value = compute(expression.operator, left, right);
  return Number.isFinite(value) ? value : null;
}

function compute(operator: Operator, left: number, right: number): number {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  return operator === '*' ? left * right : left / right;
}
