import type { Pool, PoolClient } from 'pg';

/** An annotation in force. */
export interface StoredAnnotation {
  id: string;
  /** ISO 8601 */
  at: string;
  label: string;
  by: string;
  /** Name of the product that it is of; null: of all. */
  product: string | null;
}

interface Row extends Omit<StoredAnnotation, 'id' | 'at'> {
  id: number;
  at: Date;
}

/** What people say happened on a server, or everywhere, in the order of time. */
export async function annotationsInForce(
  client: Pick<Pool | PoolClient, 'query'>,
  serverId: number,
): Promise<StoredAnnotation[]> {
  const { rows } = await client.query<Row>(
    `SELECT annotations.id, at, label, by, products.name AS product
     FROM annotations LEFT JOIN products ON products.id = product_id
     WHERE removed_at IS NULL AND (server_id = $1 OR server_id IS NULL)
     ORDER BY at, annotations.id`,
    [serverId],
  );
  return rows.map(({ id, at, ...row }) => ({ ...row, id: String(id), at: at.toISOString() }));
}

/** Events of a product: its own, and those of all products. */
export function annotationsOf(annotations: readonly StoredAnnotation[], product: string): StoredAnnotation[] {
  return annotations.filter((own) => own.product === null || own.product === product);
}
