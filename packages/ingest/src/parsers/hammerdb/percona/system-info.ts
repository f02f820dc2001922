import type { Server } from '../../../model/run';
import type { LogParser, Sample } from '../../parser';
import { textLines } from '../../text-lines';
import { clean } from './clean';

/** system_info.txt: `uname -a`, `lscpu`, `free -h` and `df -h` under headings. */
export interface SystemInfo {
  type: 'system-info';
  server: Server | null;
}

export const systemInfo: LogParser = {
  kind: 'server_info',
  score: ({ name, head }: Sample) => {
    if (!head.startsWith('=== uname ===') || !head.includes('\n=== CPU ===')) return 0;
    return name === 'system_info.txt' ? 1 : 0.95;
  },
  open() {
    const log: SystemInfo = { type: 'system-info', server: null };
    let section: string | null = null;
    return {
      line: textLines(400, (text) => {
        const [, heading] = /^=== (\w[\w ]*) ===$/.exec(text) ?? [];
        if (heading !== undefined) section = heading;
        else if (section === 'uname') log.server ??= readUname(text);
        else if (log.server) readRest(log.server, text);
      }),
      end: () => log,
    };
  },
};

/** `Linux db1 6.8.0-60-generic #63-Ubuntu SMP ...` */
const UNAME = /^(\w+) ([\w.-]{1,200}) (\S{1,100}) /;
const CORES = /^CPU\(s\): +(\d{1,5})$/;
const MODEL = /^Model name: +(\S.*)$/;
/** `Mem:           187Gi       9.6Gi ...` */
const MEMORY = /^Mem: +(\d+(?:\.\d+)?)(Mi|Gi|Ti)\b/;
const BYTES: Readonly<Record<string, number>> = { Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };

function readUname(text: string): Server | null {
  const [, kernel = '', name, release = ''] = UNAME.exec(text) ?? [];
  const os = `${kernel} ${release}`;
  return name === undefined ? null : { name, cores: null, cpu: null, memoryBytes: null, storage: null, os };
}

function readRest(server: Server, text: string): void {
  const [, cores] = CORES.exec(text) ?? [];
  const [, model] = MODEL.exec(text) ?? [];
  const [, memory, unit = ''] = MEMORY.exec(text) ?? [];
  if (cores !== undefined) server.cores ??= Number(cores);
  else if (model !== undefined) server.cpu ??= clean(model);
  else if (memory !== undefined) server.memoryBytes ??= Math.round(Number(memory) * (BYTES[unit] ?? 1));
}
