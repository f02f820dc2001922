import { endOfForms } from '../wrapping/end-of-forms';
import { plainView } from './plain-view';
import { type MaskRule, PLACEHOLDER, type SecretSpan } from './rule';
import { RULES } from './rules/rules';

/** A secret that was found in a line. */
export interface FoundSecret extends SecretSpan {
  /** Name of the rule. */
  rule: string;
}

/** A rule may hide text that another one needs: masked text is searched again, this often at most. */
const MAX_ROUNDS = 4;

/** Secrets of one line, in order, without overlaps. Offsets are those of the line as it is. */
export function findSecrets(line: string, rules: readonly MaskRule[] = RULES): FoundSecret[] {
  const view = plainView(line);
  const start = endOfForms(view.text);
  const found = find(view.text, rules);
  // Some rules ask for the beginning of a line.
  if (start > 0) found.push(...find(view.text.slice(start), rules).map((secret) => moved(secret, start)));
  const all = found.map((secret) => ({
    ...secret,
    start: view.at(secret.start),
    end: view.endAt(secret.end),
  }));
  return joined(all, line);
}

const moved = (secret: FoundSecret, by: number): FoundSecret => ({
  ...secret,
  start: secret.start + by,
  end: secret.end + by,
});

function find(text: string, rules: readonly MaskRule[]): FoundSecret[] {
  const all: FoundSecret[] = [];
  for (const rule of rules) {
    rule.head.lastIndex = 0;
    for (let match = rule.head.exec(text); match; match = rule.head.exec(text)) {
      if (match[0] === '') rule.head.lastIndex += 1;
      const read = rule.read ? rule.read(text, match) : wholeOrGroup(match);
      const spans = read === null ? [] : [read].flat();
      for (const span of spans) {
        // Text inside a value is not the name of another one.
        rule.head.lastIndex = Math.max(rule.head.lastIndex, span.end);
        all.push({ ...span, rule: rule.name });
      }
    }
  }
  return all;
}

function wholeOrGroup(match: RegExpExecArray): SecretSpan {
  const secret = match.groups?.['secret'];
  if (secret === undefined) return { start: match.index, end: match.index + match[0].length };
  const start = match.index + match[0].lastIndexOf(secret);
  return { start, end: start + secret.length };
}

/** Overlapping ones are one secret, of the rule that found the first. Masked text is not a secret. */
function joined(all: FoundSecret[], line: string): FoundSecret[] {
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  const result: FoundSecret[] = [];
  for (const found of all) {
    const last = result.at(-1);
    if (last && found.start < last.end) last.end = Math.max(last.end, found.end);
    else result.push({ ...found });
  }
  return result.filter(({ start, end }) => line.slice(start, end) !== PLACEHOLDER);
}

/** One line with its secrets replaced by `***`. */
export function maskLine(line: string): string {
  let masked = line;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = findSecrets(masked);
    if (found.length === 0) return masked;
    masked = hide(masked, found);
  }
  return masked;
}

export function hide(line: string, found: readonly SecretSpan[]): string {
  let kept = 0;
  let masked = '';
  for (const { start, end, asString } of found) {
    masked += line.slice(kept, start) + (asString ? `"${PLACEHOLDER}"` : PLACEHOLDER);
    kept = end;
  }
  return masked + line.slice(kept);
}
