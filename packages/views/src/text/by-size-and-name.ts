import { naturalOrder } from '@basecase/ingest/model';

/** Servers from small to large, then by name; those with unknown cores are last. */
export function bySizeAndName(
  a: { name: string; cores: number | null },
  b: { name: string; cores: number | null },
): number {
  const [own, other] = [a.cores ?? Number.POSITIVE_INFINITY, b.cores ?? Number.POSITIVE_INFINITY];
  return (own === other ? 0 : own - other) || naturalOrder(a.name, b.name);
}
