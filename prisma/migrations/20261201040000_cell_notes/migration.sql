-- Notes and highlights that users put on cells of heatmaps. One that was undone stays, with who undid it.
CREATE TABLE "cell_notes" (
  "id"             SERIAL PRIMARY KEY,
  "server_id"      INTEGER NOT NULL,
  "workload_id"    INTEGER NOT NULL,
  "test_id"        INTEGER NOT NULL,
  "variant_id"     INTEGER NOT NULL,
  "text"           TEXT NOT NULL,
  "is_highlighted" BOOLEAN NOT NULL,
  "by"             TEXT NOT NULL,
  "created_at"     TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "undone_by"      TEXT,
  "undone_at"      TIMESTAMPTZ(3),
  CONSTRAINT "cell_notes_not_empty" CHECK ("text" <> '' OR "is_highlighted"),
  CONSTRAINT "cell_notes_by_not_empty" CHECK ("by" <> ''),
  CONSTRAINT "cell_notes_undone_by_somebody" CHECK (("undone_at" IS NULL) = ("undone_by" IS NULL)),
  CONSTRAINT "cell_notes_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "cell_notes_workload_id_fkey" FOREIGN KEY ("workload_id") REFERENCES "workloads" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "cell_notes_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "cell_notes_variant_id_fkey" FOREIGN KEY ("variant_id") REFERENCES "variants" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A page reads the notes of its heatmap.
CREATE INDEX "cell_notes_server_id_workload_id_idx" ON "cell_notes" ("server_id", "workload_id");
