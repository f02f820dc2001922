import { contextParser, factsOf } from './facts';

/** Processes distinguished by user and command; a server has about 30 kinds. */
const MAX_COMMANDS = 200;

/**
 * `ps aux`, once or again and again with a date before each list: `sb.ps.<test>...`, `o.ps.dop2`. RSS is in KiB.
 *
 * postgres  2497  0.0  0.4 354024  117448 ?        Ss   20:57   0:00 postgres: checkpointer
 */
const ROW = /^(\S{1,64}) +\d+ +(\d+(?:\.\d+)?) +\d+(?:\.\d+)? +\d+ +(\d+) +\S+ +\S+ +\S+ +\S+ +(.+)$/;
const HEAD_ROW = /^\S+ +\d+ +\d+\.\d +\d+\.\d +\d+ +\d+ +\S+ +[A-Za-z<]\S* +\S+ +\d+:\d\d /m;
/** Before the first row: a date, the names of columns. Later, it is another log that ends with such rows. */
const LINES_BEFORE = 3;

export const ps = contextParser({
  kind: 'ps',
  name: /^(?:sb|o)\.(?:[\w.]+\.)?ps(?:\.|$)|\.stats\.ps$/,
  headLines: LINES_BEFORE,
  content: HEAD_ROW,
  details: factsOf((facts) => {
    const most = new Map<string, { rss: number; cpu: number; line: number }>();
    return {
      line(text, line) {
        const row = ROW.exec(text);
        if (!row) return;
        const command = nameOf(row[4] ?? '');
        const [cpu, rss] = [Number(row[2]), Number(row[3]) * 1024];
        const known = most.get(command);
        if (!known && most.size >= MAX_COMMANDS) return;
        if (!known || rss > known.rss) {
          most.set(command, { rss, cpu: Math.max(cpu, known?.cpu ?? 0), line });
        } else if (cpu > known.cpu) known.cpu = cpu;
      },
      end() {
        const sorted = [...most].sort(([, a], [, b]) => b.rss - a.rss);
        for (const [group, { rss, cpu, line }] of sorted) {
          facts.add({ group, name: 'max RSS', value: `${rss}`, line, unit: 'bytes' });
          facts.add({ group, name: 'max CPU', value: `${cpu}`, line, unit: '%' });
        }
      },
    };
  }),
});

/** `/home/x/bin/mysqld --basedir=...` is mysqld; `postgres: walwriter` keeps both words, but not its connection. */
function nameOf(command: string): string {
  const role = /^(postgres: (?:[a-z]+ )*[a-z]+)/.exec(command);
  if (role) return (role[1] ?? '').split(' ').slice(0, 4).join(' ');
  const program = command.split(/\s/, 1)[0] ?? '';
  return program.slice(program.lastIndexOf('/') + 1);
}

/** `top -b`: load averages of each of its screens. */
export const top = contextParser({
  kind: 'top',
  name: /^(?:sb|o)\.(?:[\w.]+\.)?top(?:\.|$)/,
  needles: ['top - '],
  content: /^top - \d\d:\d\d:\d\d up /m,
  details: factsOf((facts) => {
    let screens = 0;
    let first = 0;
    let load = { text: '', number: Number.NEGATIVE_INFINITY, line: 0 };
    return {
      line(text, line) {
        const found = /^top - .* load average: (\d+\.\d+),/.exec(text);
        if (!found) return;
        screens += 1;
        if (first === 0) first = line;
        const number = Number(found[1]);
        if (number > load.number) load = { text: found[1] ?? '', number, line };
      },
      end() {
        if (screens === 0) return;
        facts.add({ name: 'screens', value: `${screens}`, line: first });
        facts.add({
          name: 'max load average, 1 minute',
          value: load.text,
          number: load.number,
          line: load.line,
        });
      },
    };
  }),
});
