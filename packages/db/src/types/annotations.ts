/** External events on the timeline of a server. Types only, safe to import anywhere. */

export interface AnnotationToAdd {
  /** ISO 8601; a day alone is its beginning in UTC. */
  at: string;
  label: string;
  /** Name or slug of the server; null: all servers. */
  server: string | null;
  /** Null: all products. */
  product: string | null;
  /** Name of a token, or `local`. */
  by: string;
}

export interface AnnotationView {
  id: string;
  /** ISO 8601 */
  at: string;
  label: string;
  /** Slug; null: all servers. */
  server: string | null;
  product: string | null;
  by: string;
  /** ISO 8601 */
  createdAt: string;
  /** Null while it is in force. */
  removed: { by: string; at: string } | null;
}
