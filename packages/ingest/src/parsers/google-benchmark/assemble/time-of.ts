import type { TimeOf } from '../../micro-benchmark/add-operation';

/** `v1.9.1`, `1.9.1`, `v1.8.3-45-g4eb13e8` */
const VERSION = /^v?(\d{1,3})\.(\d{1,3})/;

/**
 * Which threads a `real_time` is of. Up to 1.8 the time of each thread is divided by their number: it is the time after
 * which all of them together have done one operation more. Since 1.9.0 it is the time that an operation took in its thread
 * (github.com/google/benchmark, pull request 1836). A build that does not say its version (`hello, bazel!`, `v0.0.0`) may be
 * either.
 *
 * @param version `library_version` of the context, null where there is none, as before 1.8.4
 */
export function timeOf(version: string | null, threads: number): TimeOf {
  if (threads === 1 || version === null) return { threads: 1 };
  const [, major, minor] = VERSION.exec(version)?.map(Number) ?? [];
  if (major === undefined || minor === undefined || (major === 0 && minor === 0)) return { threads: null };
  return { threads: major > 1 || minor >= 9 ? threads : 1 };
}
