-- Commits after one build up to another, as git lists them: suspects of a change.
CREATE TABLE "commit_ranges" (
  "product_id" INTEGER NOT NULL,
  "after"      TEXT NOT NULL,
  "up_to"      TEXT NOT NULL,
  "total"      INTEGER NOT NULL,
  -- The newest first: { hash, subject, author, at }. Of a long range the first ones.
  "commits"    JSONB NOT NULL,
  CONSTRAINT "commit_ranges_pkey" PRIMARY KEY ("product_id", "after", "up_to"),
  CONSTRAINT "commit_ranges_total_not_negative" CHECK ("total" >= jsonb_array_length("commits")),
  CONSTRAINT "commit_ranges_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
