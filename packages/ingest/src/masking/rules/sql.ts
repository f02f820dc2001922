import { readValue } from '../read-value';
import type { MaskRule, SecretSpan } from '../rule';

const after = (line: string, { index, 0: head }: RegExpExecArray): SecretSpan | null =>
  readValue(line, index + head.length);

/** A statement names its secret in a string; unquoted it would be a word of the statement, or of prose. */
function quotedAfter(line: string, match: RegExpExecArray): SecretSpan | null {
  const start = match.index + match[0].length;
  return /^\\{0,3}["'$]/.test(line.slice(start, start + 4)) ? after(line, match) : null;
}

const GAP = String.raw`[ \t]{1,20}`;

/** SQL statements. */
export const SQL: readonly MaskRule[] = [
  {
    name: 'identified-by',
    example: "CREATE USER 'r'@'%' IDENTIFIED WITH caching_sha2_password BY 'S3cr3t' REQUIRE SSL",
    head: new RegExp(
      `identified${GAP}(?:(?:with|via)${GAP}["'\`]?[\\w-]{1,60}["'\`]?${GAP})?(?:by|as|using)${GAP}(?:(?:password|values|random)${GAP})?(?:password[ \\t]{0,5}\\([ \\t]{0,5})?`,
      'gi',
    ),
    read: (line, match) => {
      const found = after(line, match);
      // IDENTIFIED BY PASSWORD EXPIRE and the like name no secret.
      return found && !/^(?:password|values|random|expire)$/i.test(line.slice(found.start, found.end))
        ? found
        : null;
    },
  },
  {
    name: 'identified-replace',
    example: "ALTER USER r IDENTIFIED BY 'new' REPLACE 'S3cr3t'",
    head: /identified[^\n]{1,300}?[ \t]replace[ \t]{1,20}(?=["'])/gi,
    read: quotedAfter,
  },
  {
    name: 'set-password',
    example: "SET PASSWORD FOR 'r'@'%' TO 'S3cr3t'",
    head: new RegExp(
      `set${GAP}password${GAP}for[^=]{1,120}?(?:=|${GAP}to${GAP})[ \\t]{0,20}(?:password[ \\t]{0,5}\\([ \\t]{0,5})?`,
      'gi',
    ),
    read: quotedAfter,
  },
  {
    name: 'sql-password',
    example: "CREATE ROLE r LOGIN ENCRYPTED PASSWORD 'S3cr3t'",
    head: /password(?:[ \t]{1,20}|[ \t]{0,5}\([ \t]{0,5})(?:=[ \t]{0,5})?(?=\\{0,3}["'$])/gi,
    read: quotedAfter,
  },
  {
    name: 'set-password-function',
    example: "SET PASSWORD = PASSWORD('S3cr3t')",
    head: /password[ \t]{0,5}=[ \t]{0,5}(?:old_)?password[ \t]{0,5}\([ \t]{0,5}/gi,
    read: quotedAfter,
  },
  {
    name: 'create-secret',
    example: "CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'S3cr3t')",
    head: /(?<![\w-])(?:secret|session_token|sas_token|secret_access_key)[ \t]{1,20}(?=\\{0,3}')/gi,
    read: quotedAfter,
  },
  {
    name: 'encryption-function',
    example: "SELECT aes_decrypt(c, 'S3cr3t')",
    head: /(?:aes_(?:en|de)crypt|pgp_sym_(?:en|de)crypt)[ \t]{0,5}\([^,()]{1,200},[ \t]{0,5}(?=')/gi,
    read: quotedAfter,
  },
  {
    name: 'password-hash',
    example: "('%','root','«*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19»','Y')",
    head: /(?<![\w*])\*[0-9A-F]{40}(?![\w*])/g,
  },
  {
    name: 'password-hash-modular',
    example: 'root:«$6$saltsalt$abcdefghijklmnopqrstuvwxyz0123456789ABCDEF»:19000:0',
    head: /\$(?:1|2[abxy]|5|6|7|y|A|argon2id?|apr1)\$[^\s:,'"]{20,300}/g,
  },
  {
    name: 'scram-verifier',
    example: 'rolpassword | «SCRAM-SHA-256$4096:c2FsdHNhbHQ=$c3RvcmVka2V5:c2VydmVya2V5»',
    head: /SCRAM-SHA-(?:1|256)\$\d{1,9}:[\w+/=]{4,200}\$[\w+/=:]{4,300}/g,
  },
  {
    name: 'postgres-md5',
    example: "ALTER ROLE r SET x = '«md53175bce1d3201d16594cebf9d7eb3f9d»'",
    head: /(?<![\w])md5[0-9a-f]{32}(?![\w])/g,
  },
  {
    name: 'temporary-password',
    example: 'A temporary password is generated for root@localhost: S3cr3t',
    head: /temporary password is generated for [^:\n]{1,200}:[ \t]{0,10}(?<secret>\S+)/gi,
  },
];
