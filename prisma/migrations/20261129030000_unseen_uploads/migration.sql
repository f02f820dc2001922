-- Its result, or why it failed, is shown on the upload page until a visitor dismisses it.
ALTER TABLE "uploads" ADD COLUMN "unseen" BOOLEAN NOT NULL DEFAULT false;
-- Few of the many are.
CREATE INDEX "uploads_unseen_idx" ON "uploads" ("id") WHERE "unseen";
