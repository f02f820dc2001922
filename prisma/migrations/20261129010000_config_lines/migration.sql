-- Config lines: successive configs of one product, which its versions are compared along (docs/method.md §4.1). What an
-- evaluation found is kept with the heatmap, so that pages, records and summaries have the same lines. Null with an
-- evaluation: judged before there were lines. Such a heatmap keeps a line for each config until a person has seen what
-- moves.
ALTER TABLE "heatmaps" ADD COLUMN "lines" JSONB;
-- Since when a decision of a person waits for an evaluation: what moves by it is no news.
ALTER TABLE "heatmaps" ADD COLUMN "lines_decided_at" TIMESTAMPTZ(3);

-- What people decided: configs of a product that are joined or split, on every server and workload.
CREATE TABLE "line_decisions" (
  "id"          SERIAL PRIMARY KEY,
  "product_id"  INTEGER NOT NULL,
  "from_config" TEXT NOT NULL,
  "to_config"   TEXT NOT NULL,
  "action"      TEXT NOT NULL,
  "by"          TEXT NOT NULL,
  "created_at"  TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "undone_by"   TEXT,
  "undone_at"   TIMESTAMPTZ(3),
  CONSTRAINT "line_decisions_action" CHECK ("action" IN ('join', 'split')),
  CONSTRAINT "line_decisions_of_two_configs" CHECK ("from_config" <> "to_config"),
  CONSTRAINT "line_decisions_by_not_empty" CHECK ("by" <> ''),
  CONSTRAINT "line_decisions_undone_by_somebody" CHECK (("undone_at" IS NULL) = ("undone_by" IS NULL)),
  CONSTRAINT "line_decisions_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
