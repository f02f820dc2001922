-- What said product, version, config and clients of a run, and how sure that is: [{ field, value, source, confidence, at }].
-- Null where the name of its directory follows a convention, or where it was stored before this was kept.
ALTER TABLE "runs" ADD COLUMN "identity_sources" JSONB;
