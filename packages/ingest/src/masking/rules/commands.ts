import { type MaskRule, readValue, readWord, type SecretSpan } from '../rule';

const QUANTITY = /^-?\d[\d.,_]*[a-z%]{0,3}$/i;

export const argument = (line: string, { index, 0: head }: RegExpExecArray): SecretSpan | null =>
  readValue(line, index + head.length);

/** An option may be given more than once, after any other. */
interface Command {
  name: string;
  example: string;
  programs: string;
  options: string;
  read?: (line: string, match: RegExpExecArray) => SecretSpan | null;
}

/** Options of a program, up to the end of its command. */
export function command({ name, example, programs, options, read = argument }: Command): MaskRule {
  const head = new RegExp(`(?<![\\w.-])(?:${programs})(?:\\.exe)?(?=[ \\t])`, 'gi');
  const option = new RegExp(`(?<=[ \\t])(?:${options})`, 'g');
  return {
    name,
    example,
    head,
    read: (line, match) => {
      const start = match.index + match[0].length;
      const length = line.slice(start).search(/[|;&]/);
      const end = length < 0 ? line.length : start + length;
      // Each part of a line is looked at once.
      head.lastIndex = end;
      const found: SecretSpan[] = [];
      option.lastIndex = start;
      for (let next = option.exec(line); next && next.index < end; next = option.exec(line)) {
        const span = read(line, next);
        if (span) found.push(span);
        option.lastIndex = Math.max(option.lastIndex, span?.end ?? 0);
      }
      return found;
    },
  };
}

const MYSQL =
  'mysql(?:dump|admin|import|slap|show|check|pump|sh|binlog|_upgrade|_config_editor)?|mariadb(?:-(?:dump|admin|import|slap|show|check|binlog))?|mydumper|myloader|mycli|xtrabackup|mariabackup|innobackupex|tpcc_load|tpcc_start|client';

/** Options of command lines. */
export const COMMANDS: readonly MaskRule[] = [
  {
    name: 'password-option',
    example: "mysqladmin --password 'S3cr3t word' status",
    head: /(?<![\w-])--?[\w.-]{0,40}(?:password[1-3]?|passwd|passphrase|pass|pwd|secret|token|bearer|api-?key|access-key|secret-key|encrypt-key)[ \t]{1,20}(?![-<>|&;])/gi,
    read: (line, match) => {
      const found = argument(line, match);
      const isQuantity = found && QUANTITY.test(line.slice(found.start, found.end));
      return isQuantity && !/password|passwd/i.test(match[0]) ? null : found;
    },
  },
  // -px is a password only for MySQL's clients; elsewhere it is a process id, a port, a path or threads.
  command({
    name: 'mysql-short-option',
    example: 'mysql -uroot -pS3cr3t -h 127.0.0.1',
    programs: MYSQL,
    options: '-p(?=[^\\s])',
  }),
  {
    name: 'short-option-after-user',
    example: '$client -u root -pS3cr3t test',
    head: /[ \t"'(=]-u[ \t]{0,3}[\w.@%]{1,60}[ \t]{1,5}(?:-[hPD][ \t]{0,2}[\w.:/]{1,60}[ \t]{1,5}){0,3}-p(?=[^\s-])/g,
    read: argument,
  },
  command({
    name: 'mongo-option',
    example: 'mongodump --host db -u me -p S3cr3t',
    programs:
      'mongo(?:sh|dump|restore|import|export|stat|top)?|go-tpc|tiup[ \\t]{1,5}bench|cqlsh|docker|podman|helm|influx|smbclient|arangosh|cypher-shell|mydumper|myloader|tpcc_load|tpcc_start|az|cbworkloadgen|couchbase-cli|cbbackupmgr|cbimport|cbexport|snowsql|user(?:add|mod)|racadm',
    options: '-p[ \\t]{1,5}(?=[^-\\s])',
    read: (line, match) => {
      const found = argument(line, match);
      // docker run -p 5432:5432
      return found && /^[\d:./]+$/.test(line.slice(found.start, found.end)) ? null : found;
    },
  }),
  command({
    name: 'archive-password',
    example: 'zip -P S3cr3t results.zip logs',
    programs: 'zip|unzip|nodetool|ssh-keygen',
    options: '-(?:P|N|pw)[ \\t]{1,5}(?=[^-\\s])',
  }),
  command({
    name: '7z-password',
    example: '7z a -pS3cr3t results.7z logs',
    programs: '7z|7za|7zr|7zz|rar|unrar',
    options: '-h?p(?=[^\\s-])',
  }),
  {
    name: 'tpcc-argument',
    example: './tpcc_load 127.0.0.1 tpcc1000 root S3cr3t 1000',
    head: /tpcc_(?:load|start)(?:[ \t]{1,10}(?!-)[^\s-][^\s]{0,100}){3}[ \t]{1,10}(?!-)/g,
    read: argument,
  },
  {
    name: 'tpcc-option',
    example: "option p with value 'S3cr3t'",
    head: /option p with value[ \t]{1,5}/gi,
    read: argument,
  },
  {
    name: 'aws-configure',
    example: 'aws configure set default.aws_session_token S3cr3t',
    head: /aws[ \t]{1,5}configure[ \t]{1,5}set[ \t]{1,5}[\w.-]{0,60}(?:key|token|secret|password)(?:_id)?[ \t]{1,5}/gi,
    read: argument,
  },
  {
    name: 'minio-alias',
    example: 'mc alias set minio http://localhost:9000 admin S3cr3t',
    head: /mc[ \t]{1,5}alias[ \t]{1,5}set(?:[ \t]{1,5}[^\s-][^\s]{0,200}){3}[ \t]{1,5}(?!-)/g,
    read: argument,
  },
  {
    name: 'vault-login',
    example: 'vault login S3cr3tS3cr3t',
    head: /vault[ \t]{1,5}login[ \t]{1,5}(?![-\w]{1,40}=)(?=[^\s-]{8})/g,
    read: argument,
  },
  {
    name: 'shell-variable',
    example: 'set -gx DB_PASSWORD S3cr3t',
    // fish, and ENV of a Dockerfile.
    head: /(?:(?<![\w-])set(?:[ \t]{1,5}-{1,2}[A-Za-z]{1,10}){1,4}|^[ \t]{0,20}ENV)[ \t]{1,5}\w{0,60}(?:PASSWORD|PASSWD|PASS|PWD|SECRET|TOKEN|_KEY)[ \t]{1,5}(?![=])/gi,
    read: argument,
  },
  {
    name: 'printf-password',
    example: "--defaults-extra-file=<(printf '[client]\\npassword=%s' 'S3cr3t')",
    head: /password[ \t]{0,5}=[ \t]{0,5}%s[^"'\n]{0,40}["'][ \t]{1,5}/gi,
    read: argument,
  },
  {
    name: 'expect-password',
    example: 'expect "password:"; send "S3cr3t\\r"',
    head: /password:?[ \t]{0,5}["'][^\n"']{0,60}send[ \t]{1,5}(?:--[ \t]{1,5})?["'](?<secret>[^"'\\]{1,200})/gi,
  },
  command({
    name: 'mysqladmin-password',
    example: "mysqladmin -u root password 'S3cr3t'",
    programs: 'mysqladmin|mariadb-admin',
    options: 'password[ \\t]{1,5}',
  }),
  command({
    name: 'sshpass',
    example: 'sshpass -p S3cr3t ssh me@db',
    programs: 'sshpass',
    options: '-p[ \\t]{0,5}',
  }),
  command({
    name: 'redis-option',
    example: 'redis-cli -h db -a S3cr3t ping',
    programs: 'redis-(?:cli|benchmark)|valkey-(?:cli|benchmark)|keydb-cli|memtier_benchmark',
    options: '-a[ \\t]{1,5}|--authenticate[= \\t]',
  }),
  {
    name: 'redis-auth',
    example: 'AUTH default S3cr3t',
    head: /^[ \t]{0,20}(?:[\d.:\w]{1,40}>[ \t]{0,3})?(?:AUTH)[ \t]{1,5}(?:[\w-]{1,40}[ \t]{1,5})?(?<secret>[^\s]+)[ \t]*$/g,
  },
  command({
    name: 'curl-user',
    example: "curl -u 'me:S3cr3t' https://x",
    programs: 'curl|http|https|xh|ab|wrk|k6|etcdctl',
    options: '(?:-u|--user|--proxy-user|-U|-a|-A|--auth)[= \\t]{0,5}(?=[^\\s-])',
    read: (line, match) => afterColon(line, argument(line, match)),
  }),
  command({
    name: 'mssql-option',
    example: 'sqlcmd -S db -U sa -P S3cr3t',
    programs: 'sqlcmd|bcp|f?isql(?:64)?|tsql|osql|ostress|cbc(?:-\\w{1,20})?|ipmitool',
    options: '[-/]P[ \\t]{0,5}(?=[^\\s-])',
  }),
  command({
    name: 'ldap-option',
    example: 'ldapsearch -D cn=me -w S3cr3t',
    programs: 'ldap(?:search|modify|add|delete|whoami|passwd)|vsql',
    options: '-w[ \\t]{0,5}(?=[^\\s-])',
  }),
  command({
    name: 'openssl-pass',
    example: 'openssl enc -aes-256-cbc -k S3cr3t -in x',
    programs: 'openssl',
    options: '-k[ \\t]{1,5}|-pass(?:in|out)?[ \\t]{1,5}pass:|-K[ \\t]{1,5}',
  }),
  {
    name: 'htpasswd',
    example: 'htpasswd -cb .htpasswd me S3cr3t',
    head: /htpasswd[ \t]{1,5}-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}[ \t]{1,5}(?:\S{1,200}[ \t]{1,5}){1,2}/g,
    read: (line, match) => readWord(line, match.index + match[0].length),
  },
  {
    name: 'chpasswd',
    example: "echo 'me:S3cr3t' | sudo chpasswd",
    head: /echo[ \t]{1,5}(?:-n[ \t]{1,3})?["']?[\w.-]{1,40}:(?<secret>[^\s"'|]{1,300})["']?[ \t]{0,5}\|[ \t]{0,5}(?:sudo[ \t]{1,5})?chpasswd/g,
  },
  {
    name: 'chpasswd-string',
    example: "chpasswd <<< 'me:S3cr3t'",
    head: /chpasswd[ \t]{0,5}<<<[ \t]{0,5}["']?[\w.-]{1,40}:(?<secret>[^\s"']{1,300})/g,
  },
  {
    name: 'key-value-put',
    example: 'etcdctl put /db/password S3cr3t',
    head: /(?:kv|etcdctl)[ \t]{1,5}put[ \t]{1,5}\S{0,100}(?:password|passwd|pwd|secret|token)\S{0,40}[ \t]{1,5}(?:\w{1,40}=)?/gi,
    read: argument,
  },
  command({
    name: 'kubectl-secret',
    example: 'kubectl create secret generic db --from-literal=pg=S3cr3t',
    programs: 'kubectl[ \\t]{1,5}(?:-n[ \\t]{1,5}\\S{1,60}[ \\t]{1,5})?create[ \\t]{1,5}secret',
    options: '--from-literal[= \\t]["\']?[\\w.-]{1,60}=',
  }),
  {
    name: 'initial-password',
    example: 'neo4j-admin dbms set-initial-password S3cr3t',
    head: /set-initial-password[ \t]{1,5}(?!-)/g,
    read: argument,
  },
  {
    name: 'piped-password',
    example: "echo 'S3cr3t' | sudo -S true",
    head: /echo[ \t]{1,5}(?:-n[ \t]{1,3})?["']?(?<secret>[^\s"'|]{1,300})["']?[ \t]{0,5}\|[ \t]{0,5}(?:sudo[ \t]{1,5}-S|(?:sudo[ \t]{1,5})?passwd[ \t]{1,5}--stdin|docker[ \t]{1,5}login|cryptsetup)/g,
  },
  {
    name: 'here-string-password',
    example: "sudo -S true <<< 'S3cr3t'",
    head: /sudo[ \t]{1,5}-S[^<\n]{0,200}<<<[ \t]{0,5}/g,
    read: argument,
  },
  {
    name: 'samba-user',
    example: 'smbclient //srv/logs -U me%S3cr3t -c ls',
    head: /(?<=[ \t])(?:-U|--user)[= \t]{1,3}["']?[\w.\\/@-]{1,60}%(?<secret>[^\s"']{1,300})/g,
  },
  {
    name: 'pgpass-entry',
    example: "echo 'db:5432:*:me:S3cr3t' >> ~/.pgpass",
    head: /(?<![\w.*-])[\w.*-]{1,100}:(?:\d{1,5}|\*):[\w*-]{1,63}:[\w.*-]{1,63}:(?<secret>[^\s"'`]{1,300})(?=["'`]?[ \t]{0,5}>{1,2}[ \t]{0,5}[^\s>]{0,200}pgpass)/gi,
  },
  {
    name: 'netrc-line',
    example: '  password S3cr3t',
    // Above it stand `machine` and `login`, one in each line; other sentences of two words are none.
    head: /^[ \t]{0,20}password[ \t]{1,10}(?!(?:is|was|for|set|changed|expired|required|policy|file|accepted|rejected|prompt|ok|yes|no)\b)(?=\S*[\d\W_A-Z])(?<secret>\S{4,300})[ \t]*\r?$/g,
  },
  {
    name: 'hammerdb-python',
    example: "diset('tpcc','mysql_pass','S3cr3t')",
    head: /(?<!\w)diset[ \t]{0,5}\([ \t]{0,5}["']\w{1,40}["'][ \t]{0,5},[ \t]{0,5}["']\w{0,40}(?:pass(?:word|wd)?|pwd|secret|token)["'][ \t]{0,5},[ \t]{0,5}/gi,
    read: argument,
  },
  {
    name: 'environment-call',
    example: "os.environ.setdefault('MYSQL_PWD', 'S3cr3t')",
    head: /(?:setdefault|putenv|setenv)[ \t]{0,5}\([ \t]{0,5}["']\w{0,60}(?:password|passwd|pwd|secret|token)["'][ \t]{0,5},[ \t]{0,5}(?=["'])/gi,
    read: argument,
  },
  {
    name: 'hammerdb-change',
    example: 'Changed tpcc:pg_pass from S3cr3t to S3cr3t for PostgreSQL',
    head: /Changed \w{1,40}:\w{0,40}pass(?:word)? from (?<secret>\S+)(?= to )/g,
  },
  {
    name: 'hammerdb-change-to',
    example: 'Changed tpcc:pg_pass from x to S3cr3t for PostgreSQL',
    head: /(?<=Changed \w{1,40}:\w{0,40}pass(?:word)? from \S{1,300} to )(?<secret>\S+)(?= for )/g,
  },
  {
    name: 'hammerdb-same',
    example: 'Value S3cr3t for tpcc:maria_pass is the same as existing value x, no change made',
    head: /Value (?<secret>\S+)(?= for \w{1,40}:\w{0,40}pass(?:word)? is the same )/g,
  },
  {
    name: 'hammerdb-existing',
    example: 'Value x for tpcc:maria_pass is the same as existing value S3cr3t, no change made',
    head: /(?<=for \w{1,40}:\w{0,40}pass(?:word)? is the same as existing value )(?<secret>\S+?)(?=, no change|$)/g,
  },
  {
    name: 'tcl-set',
    example: 'diset connection pg_superuserpass S3cr3t',
    head: /(?<![\w-])(?:diset[ \t]{1,5}\w{1,40}[ \t]{1,5}|dict[ \t]{1,5}set[ \t]{1,5}[\w:]{1,40}[ \t]{1,5}(?:\w{1,40}[ \t]{1,5}){0,3}?|set[ \t]{1,5}|setenv[ \t]{1,5})(?:\w{0,40}(?:pass(?:word|wd)?|pwd|secret|token))[ \t]{1,10}(?![=[$])/gi,
    read: (line, match) => {
      const start = match.index + match[0].length;
      if (line[start] === '{') {
        const close = line.indexOf('}', start);
        const end = close < 0 ? line.length : close;
        return end > start + 1 ? { start: start + 1, end } : null;
      }
      const found = argument(line, match);
      // SET PASSWORD FOR, and numbers of passes.
      return found && /^(?:for|to|\d{1,3})$/i.test(line.slice(found.start, found.end)) ? null : found;
    },
  },
];

/** `me:secret` → what follows the colon. */
export function afterColon(line: string, found: SecretSpan | null): SecretSpan | null {
  if (!found) return null;
  const colon = line.indexOf(':', found.start);
  return colon >= found.start && colon + 1 < found.end ? { start: colon + 1, end: found.end } : null;
}
