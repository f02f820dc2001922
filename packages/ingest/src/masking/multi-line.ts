import { bareLine } from './plain-view';
import { PLACEHOLDER, readValue, readWord } from './rule';

/**
 * A secret that continues in the next lines.
 *
 * @returns the next line, masked, and the state after it; null when the line is not part of the secret
 */
export interface OpenSecret {
  /** Stable; printed by `basecase mask`. */
  rule: string;
  next(line: string): { masked: string; open: OpenSecret | null } | null;
}

const NAME = `(?:password|passwd|passphrase|pass|pwd|secret|token|credentials?|(?:secret|access|private|api|auth)[_.-]?key)`;
const BEGIN_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** The end of a key, on a separate line. */
export const CUT_KEY = /^[\s>|#"'+-]{0,80}-----END [A-Z0-9 ]{0,40}PRIVATE KEY/;
const END_KEY = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY/;
/** Base64, with what marks it as quoted, commented or part of a string. */
const KEY_MATERIAL = /^([\s>|#"'+-]*)(?:[A-Za-z0-9+/=_-]+(?:\\n)?["',+\\ ]*|\*\*\*)(\r?)$/;
const KEY_HEADER = /^[\s>|#]*(?:Proc-Type|DEK-Info|Comment|Version|Charset|Hash): /;
const BLANK = /^\s*$/;
/** The longest keys have 200 lines. */
const MAX_KEY_LINES = 400;
/** A string in a script that is longer than this was not closed by mistake. */
const MAX_STRING_LINES = 16;

/** A longer line is none of a key, and none of a script that people wrote. */
const MAX_LINE = 4096;

const PUTTY = /^Private-Lines: {1,4}(\d{1,4})\s*$/;
const YAML_BLOCK = new RegExp(
  `^([ \\t]*(?:- +)?)["']?[\\w.-]{0,60}${NAME}["']?[ \\t]*:[ \\t]*[|>][-+0-9]{0,2}[ \\t]*(?:#.*)?\\r?$`,
  'i',
);
const NAME_ONLY = new RegExp(
  `(?:["'][\\w.-]{0,60}${NAME}["'][ \\t]*:|identified[ \\t]+by|[ \\t]password)[ \\t]*\\r?$`,
  'i',
);
const CONTINUED = new RegExp(`(?:--?[\\w-]{0,40}${NAME}|[\\w-]{0,40}${NAME}[ \\t]*=)[ \\t]*\\\\\\r?$`, 'i');
const OPEN_STRING = new RegExp(
  `^[ \\t]*(?:(?:export|set|declare(?: -x)?|local|env)[ \\t]+)?[\\w.-]{0,60}${NAME}[ \\t]*[=:][ \\t]*(["'])`,
  'i',
);
/** Names a secret of Terraform or Redis; its value is in one of the next lines. */
const TERRAFORM = new RegExp(
  `(?:["'][\\w-]{0,60}${NAME}["'][ \\t]*:|variable[ \\t]+"[\\w-]{0,60}${NAME}"|"random_password"[ \\t]*[,{]?.{0,60})[ \\t]*[{,][ \\t]*\\r?$`,
  'i',
);
const TERRAFORM_VALUE = /^[ \t]*(?:"(?:value|result)"[ \t]*:|default[ \t]*=)[ \t]*(?=")/;
const REDIS = /"(?:requirepass|masterauth)"\r?$/;
/** A manifest of Kubernetes; `data` may precede its kind, as kubectl prints it. */
const MANIFEST = /^[ \t]*(?:- )?kind:[ \t]*["']?Secret["']?[ \t]*\r?$/;
const MANIFEST_DATA = /^( {0,2})data:[ \t]*\r?$/;
const MANIFEST_ENTRY = /^([ \t]*)(["']?[\w.-]{1,253}["']?:[ \t]+)(\S.*?)(\r?)$/;
const BASE64 =
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?:[A-Za-z0-9+/]{4}){3,}$|^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/;
const LOOKS_LIKE_SETTING = /^\s*(?:\[[\w. -]+\]|(?:export\s+)?[\w.-]{2,}\s*[=:])|^\s*$/;

/** The construct that continues on the next line, null when the line is complete. */
export function openedBy(line: string, masked: string): OpenSecret | null {
  if (line.length > MAX_LINE) return null;
  if (BEGIN_KEY.test(line) && !END_KEY.test(line)) return privateKey(0);
  const lines = PUTTY.exec(line)?.[1];
  if (lines !== undefined) return puttyLines(Number(lines));
  const block = YAML_BLOCK.exec(line);
  if (block) return yamlBlock((block[1] ?? '').length);
  if (MANIFEST.test(line)) return manifest(0);
  const data = MANIFEST_DATA.exec(line);
  if (data) return manifestData(data[1]?.length ?? 0, (value) => BASE64.test(value), null);
  if (TERRAFORM.test(line)) return terraform(0);
  if (NAME_ONLY.test(line) || REDIS.test(line)) return NEXT_VALUE;
  if (CONTINUED.test(line)) return NEXT_WORD;
  if (/\*\*\*\\?\r?$/.test(masked) && /\\\r?$/.test(line)) return REST_OF_WORD;
  const quote = OPEN_STRING.exec(line);
  if (quote?.[1] && !line.slice(quote[0].length).replaceAll(`\\${quote[1]}`, '').includes(quote[1]))
    return openString(quote[1], 0);
  return null;
}

/** True for a line that may be within a private key. */
export function isKeyMaterial(line: string): boolean {
  return line.length <= MAX_LINE && KEY_MATERIAL.test(line) && line.trim().length >= 4;
}

/** A line of a private key: what stands before the key stays. */
export function hideKeyLine(line: string): string {
  const { before, bare, after } = bareLine(line);
  return before + bare.replace(KEY_MATERIAL, `$1${PLACEHOLDER}$2`) + after;
}

function privateKey(count: number): OpenSecret {
  return {
    rule: 'private-key',
    next(line) {
      if (count >= MAX_KEY_LINES) return null;
      const open = privateKey(count + 1);
      if (END_KEY.test(line)) return { masked: line, open: null };
      if (BLANK.test(line) || KEY_HEADER.test(line)) return { masked: line, open };
      return line.length <= MAX_LINE && KEY_MATERIAL.test(line) ? { masked: hideKeyLine(line), open } : null;
    },
  };
}

function puttyLines(left: number): OpenSecret | null {
  if (left <= 0) return null;
  return {
    rule: 'putty-key',
    next: (line) =>
      line.length <= MAX_LINE && KEY_MATERIAL.test(line)
        ? { masked: hideKeyLine(line), open: puttyLines(left - 1) }
        : null,
  };
}

function yamlBlock(indent: number): OpenSecret {
  const open: OpenSecret = {
    rule: 'yaml-block',
    next(line) {
      if (BLANK.test(line)) return { masked: line, open };
      const spaces = /^[ \t]*/.exec(line)?.[0] ?? '';
      if (spaces.length <= indent) return null;
      return { masked: spaces + PLACEHOLDER + lineEnd(line), open };
    },
  };
  return open;
}

/**
 * Lines of a manifest after its kind.
 *
 * @param count lines so far
 */
function manifest(count: number): OpenSecret {
  return {
    rule: 'kubernetes-secret',
    next(line) {
      if (count >= MAX_KEY_LINES || /^(?:---|\.\.\.|[ \t]*(?:- )?kind:)/.test(line)) return null;
      const indent = /^([ \t]*)(?:stringData|data):[ \t]*\r?$/.exec(line)?.[1]?.length;
      const after = manifest(count + 1);
      return { masked: line, open: indent === undefined ? after : manifestData(indent, () => true, after) };
    },
  };
}

/** @param hides true for a value that is a secret */
function manifestData(
  indent: number,
  hides: (value: string) => boolean,
  after: OpenSecret | null,
): OpenSecret {
  const open: OpenSecret = {
    rule: 'kubernetes-secret',
    next(line) {
      if (BLANK.test(line)) return { masked: line, open };
      if ((/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent) return after?.next(line) ?? null;
      const [, before = '', name = '', value = '', end = ''] = MANIFEST_ENTRY.exec(line) ?? [];
      // Of a block scalar the next lines are the value.
      if (name !== '' && (/^[|>][-+0-9]{0,2}$/.test(value) || !hides(value))) return { masked: line, open };
      if (name === '' && !hides(line.trim())) return { masked: line, open };
      const spaces = /^[ \t]*/.exec(line)?.[0] ?? '';
      return {
        masked: name === '' ? spaces + PLACEHOLDER + lineEnd(line) : before + name + PLACEHOLDER + end,
        open,
      };
    },
  };
  return open;
}

/** Lines of a resource until its value: attributes in alphabetical order. */
const MAX_RESOURCE_LINES = 40;

function terraform(count: number): OpenSecret {
  return {
    rule: 'terraform-block',
    next(line) {
      if (count >= MAX_RESOURCE_LINES || /^[ \t]*\}[ \t]*,?\r?$/.test(line)) return null;
      const value = TERRAFORM_VALUE.exec(line);
      if (!value) return { masked: line, open: terraform(count + 1) };
      const found = readValue(line, value[0].length);
      return (
        found && { masked: line.slice(0, found.start) + PLACEHOLDER + line.slice(found.end), open: null }
      );
    },
  };
}

/** The value alone in the next line: a string. */
const NEXT_VALUE: OpenSecret = {
  rule: 'value-in-next-line',
  next(line) {
    const start = line.search(/\S/);
    if (start < 0 || !/["']/.test(line[start] ?? '')) return null;
    const found = readValue(line, start);
    return found && { masked: line.slice(0, found.start) + PLACEHOLDER + line.slice(found.end), open: null };
  },
};

const NEXT_WORD: OpenSecret = {
  rule: 'continued-line',
  next(line) {
    const start = line.search(/\S/);
    const found = start < 0 || line[start] === '-' ? null : readValue(line, start);
    return found && { masked: line.slice(0, found.start) + PLACEHOLDER + line.slice(found.end), open: null };
  },
};

/** The word was cut by the end of the line: what follows without a space belongs to it. */
const REST_OF_WORD: OpenSecret = {
  rule: 'continued-line',
  next(line) {
    const found = /^\S/.test(line) && !line.startsWith('-') ? readWord(line, 0) : null;
    return found && { masked: PLACEHOLDER + line.slice(found.end), open: null };
  },
};

function openString(quote: string, count: number): OpenSecret {
  return {
    rule: 'string-of-several-lines',
    next(line) {
      const close = line.indexOf(quote);
      if (close >= 0) return { masked: (close > 0 ? PLACEHOLDER : '') + line.slice(close), open: null };
      if (count >= MAX_STRING_LINES || LOOKS_LIKE_SETTING.test(line)) return null;
      return { masked: PLACEHOLDER + lineEnd(line), open: openString(quote, count + 1) };
    },
  };
}

function lineEnd(line: string): string {
  return line.endsWith('\r') ? '\r' : '';
}
