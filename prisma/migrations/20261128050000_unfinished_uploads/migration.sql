-- Every worker looks every ten seconds for uploads that nobody works on. Few of the many are not at an end, and reading all to
-- find them took half a second where 500,000 are stored.
CREATE INDEX "uploads_unfinished_idx" ON "uploads" ("state", "id") WHERE "state" IN ('queued', 'reading', 'preview');
