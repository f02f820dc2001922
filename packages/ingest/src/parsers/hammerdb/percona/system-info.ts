import type { Server } from '../../../model/run';
import type { LogParser, ParseSession, Sample } from '../../parser';
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
  open: () => new SystemInfoSession(),
};

/** `Linux db1 6.8.0-60-generic #63-Ubuntu SMP ...` */
const UNAME = /^(\w+) ([\w.-]{1,200}) (\S{1,100}) /;
const CORES = /^CPU\(s\): +(\d{1,5})$/;
const MODEL = /^Model name: +(\S.*)$/;
/** `Mem:           187Gi       9.6Gi ...` */
const MEMORY = /^Mem: +(\d+(?:\.\d+)?)(Mi|Gi|Ti)\b/;
const BYTES: Readonly<Record<string, number>> = { Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };

class SystemInfoSession implements ParseSession {
  #section: string | null = null;
  #server: Server | null = null;

  line(bytes: Buffer, start: number, end: number): void {
    const text = bytes.toString('utf8', start, Math.min(end, start + 400));
    const [, section] = /^=== (\w[\w ]*) ===$/.exec(text) ?? [];
    if (section !== undefined) this.#section = section;
    else if (this.#section === 'uname') this.#uname(text);
    else if (this.#server) this.#rest(this.#server, text);
  }

  #uname(text: string): void {
    const [, kernel = '', name, release = ''] = UNAME.exec(text) ?? [];
    if (name === undefined || this.#server) return;
    const os = `${kernel} ${release}`;
    this.#server = { name, cores: null, cpu: null, memoryBytes: null, storage: null, os };
  }

  #rest(server: Server, text: string): void {
    const [, cores] = CORES.exec(text) ?? [];
    const [, model] = MODEL.exec(text) ?? [];
    const [, memory, unit = ''] = MEMORY.exec(text) ?? [];
    if (cores !== undefined) server.cores ??= Number(cores);
    else if (model !== undefined) server.cpu ??= clean(model);
    else if (memory !== undefined) server.memoryBytes ??= Math.round(Number(memory) * (BYTES[unit] ?? 1));
  }

  end(): SystemInfo {
    return { type: 'system-info', server: this.#server };
  }
}
