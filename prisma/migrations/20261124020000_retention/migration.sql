-- Retention of nights by rule: raw files go, or whole nights of long ago. Nothing of it happens unless somebody sets a rule.

-- Since when the bytes of its files are gone. Only the retention rule removes them while the upload stays. Its artifacts stay
-- as they are, so every number still names its file and line; the blob store keeps nothing for them.
ALTER TABLE "uploads" ADD COLUMN "files_removed_at" TIMESTAMPTZ(3);
-- When the same bytes were sent again after that: its files are as old as this from then on, or they would go the next day.
ALTER TABLE "uploads" ADD COLUMN "files_returned_at" TIMESTAMPTZ(3);
-- Identities of its runs that were thinned out while others of it stayed: reading it again must not bring them back.
ALTER TABLE "uploads" ADD COLUMN "thinned_runs" TEXT[];
