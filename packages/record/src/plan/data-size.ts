import type { Plan } from './plan';

/** Bytes of a row of sysbench with both indexes, of a scale of pgbench, and of an empty server with its log of writes. */
const [ROW, SCALE, EMPTY, LOG] = [260, 16e6, 150e6, 1.5e9];
const BUILD = 80e6;

/** @returns bytes of the data of all servers together, as far as the tools load it */
export function dataBytes({ variants, tests, load }: Plan): number {
  const uses = (tool: string) => tests.some((test) => test.tool === tool);
  const tables = uses('sysbench') ? load.tables * load.rows * ROW : 0;
  const scale = uses('pgbench') ? load.scale * SCALE : 0;
  return variants.length * (tables + scale);
}

/** @returns bytes that the recording writes at the most: data that is loaded and changed, logs of writes, programs */
export function diskBytes(plan: Plan): number {
  return 2 * dataBytes(plan) + plan.variants.length * (EMPTY + LOG + BUILD);
}
