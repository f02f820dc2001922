import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail as it came: sender and receivers of the envelope, and its text with headers, quoted-printable decoded. */
export interface ReceivedMail {
  from: string;
  to: string[];
  text: string;
}

export interface SmtpServer {
  url: string;
  mails: ReceivedMail[];
  /** Answer to a mail; default `250 taken`. */
  answer: string;
  close(): void;
}

/** A mail server on this machine that takes what it is sent: the few commands of RFC 5321 that a client needs. */
export async function openSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    void converse(socket, smtp);
  });
  const smtp: SmtpServer = {
    url: '',
    mails: [],
    answer: '250 taken',
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  smtp.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return smtp;
}

async function converse(socket: Socket, smtp: SmtpServer): Promise<void> {
  socket.on('error', () => {});
  const say = (line: string) => socket.write(`${line}\r\n`);
  let mail: ReceivedMail = { from: '', to: [], text: '' };
  let data: string[] | null = null;
  say('220 test');
  for await (const line of createInterface({ input: socket })) {
    if (data !== null) {
      if (line !== '.') {
        data.push(line.replace(/^\./, ''));
        continue;
      }
      if (smtp.answer.startsWith('2')) smtp.mails.push({ ...mail, text: decode(data.join('\n')) });
      mail = { from: '', to: [], text: '' };
      data = null;
      say(smtp.answer);
      continue;
    }
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (/^DATA/i.test(line)) data = [];
    if (/^MAIL/i.test(line)) mail.from = address;
    if (/^RCPT/i.test(line)) mail.to.push(address);
    say(/^DATA/i.test(line) ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 ok');
    if (/^QUIT/i.test(line)) socket.end();
  }
}

function decode(text: string): string {
  return decodeURIComponent(
    text
      .replace(/=\n/g, '')
      .replace(/%/g, '%25')
      .replace(/=([0-9A-F]{2})/g, '%$1'),
  );
}
