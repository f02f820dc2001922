-- Changes that users make to events. An event is one product and one first bad version with all servers that show it;
-- it is computed from its records, so only decisions are stored: state, owner, link and fix are also written to the
-- records, muting and splitting are in force as long as they are not undone.
CREATE TABLE "event_changes" (
  "id"         SERIAL PRIMARY KEY,
  "kind"       "regression_kind" NOT NULL,
  "product_id" INTEGER NOT NULL,
  "first_bad"  TEXT NOT NULL,
  "server_id"  INTEGER,
  "change"     JSONB NOT NULL,
  "records"    JSONB NOT NULL DEFAULT '[]',
  "by"         TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "undone_by"  TEXT,
  "undone_at"  TIMESTAMPTZ(3),
  CONSTRAINT "event_changes_by_not_empty" CHECK ("by" <> ''),
  CONSTRAINT "event_changes_of_known_kind" CHECK ("kind" IN ('regression', 'improvement')),
  CONSTRAINT "event_changes_split_names_a_server" CHECK (NOT ("change" ? 'split') OR "server_id" IS NOT NULL),
  CONSTRAINT "event_changes_undone_by_somebody" CHECK (("undone_at" IS NULL) = ("undone_by" IS NULL)),
  CONSTRAINT "event_changes_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "event_changes_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The history of one event.
CREATE INDEX "event_changes_product_id_first_bad_idx" ON "event_changes" ("product_id", "first_bad");
