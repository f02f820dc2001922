-- Bytes of an upload as they came are removed once it is stored; what is kept has its secrets masked.

-- The rules its files were masked by; null for one of before, whose raw bytes may still be there. The worker reads
-- again what is behind.
ALTER TABLE "uploads" ADD COLUMN "mask_version" INTEGER;

-- What only the upload as it came told: the label of its root, links and damaged members of its archives.
ALTER TABLE "uploads" ADD COLUMN "first_reading" JSONB;

-- Raw bytes of what could not be read are kept for some days after this.
ALTER TABLE "uploads" ADD COLUMN "failed_at" TIMESTAMPTZ(3);
UPDATE "uploads" SET "failed_at" = now() WHERE "state" = 'failed';
