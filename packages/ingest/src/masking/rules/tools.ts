import type { MaskRule } from '../rule';
import { afterColon, argument, command } from './commands';

/** Options of further programs, and secrets that a shell hands to a program. */
export const TOOLS: readonly MaskRule[] = [
  {
    name: 'tcl-environment',
    example: 'set ::env(PGPASSWORD) S3cr3t',
    head: /(?<![\w-])set[ \t]{1,5}(?:::)?env\(\w{0,60}(?:password|passwd|pass|pwd|secret|token)\)[ \t]{1,5}(?![[$])/gi,
    read: argument,
  },
  {
    name: 'login-with-slash',
    example: 'exp userid=system/S3cr3t file=x.dmp',
    head: /(?<![\w.-])(?:(?:userid|logon)=|(?:impdp|expdp|sqlldr)[ \t]{1,5})["']?[\w$#]{1,60}\/["']?(?<secret>[^\s"'@/]{1,200})/gi,
  },
  command({
    name: 'swingbench-option',
    example: 'oewizard -create -u soe -p S3cr3t -dbap S3cr3t',
    programs: '(?:char|mini)bench|(?:oe|sh|json|tpcds)wizard|beeline|ncftp(?:put|get)?',
    options: '-(?:p|dbap)[ \\t]{1,5}(?=[^-\\s])',
  }),
  command({
    name: 'influx-token',
    example: 'influx write -t S3cr3tS3cr3t -b bench',
    programs: 'influx',
    options: '-t[ \\t]{1,5}(?=[^-\\s]\\S{7})',
  }),
  command({
    name: 'putty-option',
    example: 'plink -ssh me@db -pw S3cr3t',
    programs: 'plink|pscp|psftp',
    options: '-pw[ \\t]{1,5}',
  }),
  command({
    name: 'snmp-option',
    example: 'snmpwalk -v3 -u me -a SHA -A S3cr3t -x AES -X S3cr3t pdu',
    programs: 'snmp(?:walk|get|bulkwalk|set)',
    options: '-[AXc][ \\t]{1,5}(?=[^-\\s])',
  }),
  command({
    name: 'secret-store',
    example: "aws secretsmanager create-secret --name x --secret-string 'S3cr3t'",
    programs:
      'aws[ \\t]{1,5}(?:secretsmanager|ssm)|az[ \\t]{1,5}keyvault[ \\t]{1,5}secret|gh[ \\t]{1,5}secret[ \\t]{1,5}set|fly(?:ctl)?[ \\t]{1,5}secrets[ \\t]{1,5}set|pulumi[ \\t]{1,5}config[ \\t]{1,5}set',
    options:
      '(?:--secret-string|--value|--body|-b)[= \\t]{1,5}|--secret[ \\t]{1,5}[\\w.:-]{1,60}[ \\t]{1,5}|(?<=set[ \\t]{1,5}(?:\\w{1,60}=\\S{0,200}[ \\t]{1,5}){0,5})[A-Z]\\w{0,60}=',
  }),
  command({
    name: 'curl-certificate',
    example: 'curl --cert client.pem:S3cr3t https://db',
    programs: 'curl',
    options: '(?:--cert|-E)[= \\t]{1,5}(?=[^\\s-])',
    read: (line, match) => afterColon(line, argument(line, match)),
  }),
  command({
    name: 'curl-cookie',
    example: "curl -b 'session=S3cr3t' https://db",
    programs: 'curl|wget',
    options: '(?:--cookie|-b)[= \\t]{1,5}["\']?[\\w.-]{1,60}=',
  }),
  command({
    name: 'lftp-user',
    example: 'lftp -u me,S3cr3t db',
    programs: 'lftp',
    options: '-u[ \\t]{1,5}["\']?[\\w.@-]{1,60},',
  }),
  {
    name: 'hashed-on-the-command-line',
    example: 'openssl passwd -6 -salt xy S3cr3t',
    head: /(?<![\w-])(?:openssl[ \t]{1,5}passwd|mkpasswd|wpa_passphrase[ \t]{1,5}\S{1,60})(?:[ \t]{1,5}-(?:m|-method|S|salt|R)[ \t=]{1,3}[^\s-]\S{0,40}|[ \t]{1,5}-[\w-]{1,20}){0,5}[ \t]{1,5}(?!-)(?<secret>[^\s|;&<>]{1,200})/g,
  },
  {
    name: 'password-from-command',
    example: 'restic --password-command "echo S3cr3t" backup',
    head: /(?:password|passwd|pass|secret|key)[-_]?(?:file|command|cmd)[= \t]{1,3}["']?(?:<\([ \t]{0,3})?(?:echo|printf)[ \t]{1,5}(?:-n[ \t]{1,5})?/gi,
    read: argument,
  },
  {
    name: 'piped-to-login',
    example: "printf 'S3cr3t' | docker login -u me --password-stdin",
    head: /(?:echo|printf)[ \t]{1,5}(?:-[ne]{1,2}[ \t]{1,3})?["']?(?<secret>[^\s"'|]{1,300})["']?[ \t]{0,5}\|[ \t]{0,5}(?:sudo[ \t]{1,5})?(?:kinit|docker[ \t]{1,5}login|passwd[ \t])/g,
  },
  {
    name: 'passwd-twice',
    example: '(echo S3cr3t; echo S3cr3t) | passwd me',
    head: /echo[ \t]{1,5}(?<secret>[^\s"';|]{1,300})(?=;?[^\n|]{0,300}\)[ \t]{0,5}\|[ \t]{0,5}(?:sudo[ \t]{1,5})?passwd[ \t])/g,
  },
  {
    name: 'here-string-to-login',
    example: "kinit me <<< 'S3cr3t'",
    head: /(?:(?<![\w-])(?:kinit|cryptsetup|docker[ \t]{1,5}login|passwd|su[ \t]|read[ \t]{1,5}-[rs]{1,2}[ \t])[^<|\n]{0,200}|passphrase-fd[ \t]{1,5}\d{1,3}[ \t]{1,5}\d{0,3})<<<[ \t]{0,5}/g,
    read: argument,
  },
  {
    name: 'proxy-user',
    example: 'stats auth admin:S3cr3t',
    head: /(?<![\w-])stats[ \t]{1,5}auth[ \t]{1,5}[\w.@-]{1,60}:(?<secret>\S{1,200})/g,
  },
  {
    name: 'proxy-user-list',
    example: 'user me insecure-password S3cr3t',
    head: /(?<![\w-])insecure-password[ \t]{1,5}/g,
    read: argument,
  },
  {
    name: 'user-info',
    example: 'basic.auth.user.info=me:S3cr3t',
    head: /auth\.user\.info[ \t]{0,5}[=:][ \t]{0,5}["']?[^\s:"']{1,60}:(?<secret>[^\s"']{1,200})/gi,
  },
  {
    name: 'isql-argument',
    example: "isql -v bench me 'S3cr3t'",
    head: /(?<![\w-])isql(?:[ \t]{1,5}-[vbcnwx]{1,6}){0,3}(?:[ \t]{1,5}(?!-)[\w.@-]{1,60}){2}[ \t]{1,5}(?![-<>|&;\d])/g,
    read: argument,
  },
  {
    name: 'redis-hello',
    example: 'HELLO 3 AUTH default S3cr3t',
    head: /HELLO[ \t]{1,5}[23][ \t]{1,5}AUTH[ \t]{1,5}\S{1,60}[ \t]{1,5}/gi,
    read: argument,
  },
  {
    name: 'query-login',
    example: "curl 'http://db:8086/query?u=me&p=S3cr3t&q=x'",
    head: /[?&]u=[^&\s"']{1,60}&p=(?<secret>[^&\s"']{1,200})/g,
  },
  {
    name: 'told-password',
    example: 'Password for the [elastic] user successfully reset. New value: S3cr3t',
    head: /(?:password[^\n]{1,80}(?:reset|changed|generated)[^\n:]{0,20}[.:] {1,5}new value:|password for (?:user )?[\w.@'"[\]-]{1,60}(?: user)?:|password is:|(?:your|new|initial|root|admin) password is(?=[ \t]{1,5}\S*\d)|password \[[\w.-]{1,40}\]:|password set to)[ \t]{1,5}(?<secret>[^\s:]{4,300})[ \t]*\r?$/gi,
  },
  {
    name: 'vault-key',
    example: 'Unseal Key 1: S3cr3tS3cr3t',
    head: /unseal key(?: \d{1,2})?: {1,10}(?<secret>[\w+/=]{8,})/gi,
  },
  {
    name: 'npm-config',
    example: 'npm config set //registry.example/:_authToken S3cr3tS3cr3t',
    head: /:_(?:authToken|password|auth)[ \t]{1,5}(?!=)/g,
    read: argument,
  },
  {
    name: 'rclone-obscure',
    example: 'rclone obscure S3cr3t',
    head: /rclone[ \t]{1,5}obscure[ \t]{1,5}(?!-)/g,
    read: argument,
  },
  {
    name: 'kubeadm-key',
    example: 'kubeadm join db:6443 --certificate-key S3cr3tS3cr3t',
    head: /--certificate-key[ \t]{1,5}/g,
    read: argument,
  },
  {
    name: 'elastic-password',
    example: 'PASSWORD elastic = S3cr3t',
    head: /(?<![\w-])PASSWORD \w{1,40} = (?<secret>\S{4,300})/g,
  },
];
