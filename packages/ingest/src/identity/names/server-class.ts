/** The server that a config was made for, as its name says. */
export interface ServerClass {
  /** `c8r32` */
  name: string;
  cores: number;
  memoryBytes: number;
}

/** `z12a_c8r32`, `c24r64`, `x10a_c32r128.wm8`; not `cx6d`. */
const SERVER_CLASS = /(?:^|[_. ])(c([1-9]\d{0,3})r([1-9]\d{0,4}))(?=$|[_. ])/;
const GIB = 2 ** 30;

/**
 * Cores and memory in the name of a config: `c24r64` was made for 24 cores and 64 GB. To be used where no log says
 * better: a config may be used on another server than it was made for.
 */
export function serverClassOf(config: string | null): ServerClass | null {
  const [, name, cores, gigabytes] = SERVER_CLASS.exec(config ?? '') ?? [];
  if (name === undefined) return null;
  return { name, cores: Number(cores), memoryBytes: Number(gigabytes) * GIB };
}
