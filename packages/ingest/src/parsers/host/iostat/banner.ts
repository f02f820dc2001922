/** First line of iostat. */
export interface Banner {
  /** Release of the kernel: `6.8.0-31-generic`. */
  kernel: string | null;
  host: string | null;
  /** As the locale prints it: `03/05/2025`, `07.06.2012`, `Thursday 18 April 2019`. */
  date: string | null;
  cores: number | null;
}

export const NO_BANNER: Banner = { kernel: null, host: null, date: null, cores: null };

/** `Linux 5.15.0-119-generic (bench1) <TAB>03/19/2025 <TAB>_x86_64_<TAB>(16 CPU)`; before sysstat 9 it ends with the date. */
const BANNER = /^Linux (\S+) \((.*?)\)\s+(.*)$/;
const MACHINE = /\s+_[^_\s]\S*_\s+\((\d{1,6}) [^)]*\)\s*$/;

/** Reads the first line of a log; null when the line is none. */
export function parseBanner(line: string): Banner | null {
  const [, kernel = null, host, rest] = BANNER.exec(line) ?? [];
  if (host === undefined || rest === undefined) return null;
  const machine = MACHINE.exec(rest);
  const date = (machine ? rest.slice(0, machine.index) : rest).trim();
  return { kernel, host, date: date === '' ? null : date, cores: machine ? Number(machine[1]) : null };
}
