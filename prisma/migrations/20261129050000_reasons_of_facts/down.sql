-- The way back from this migration, for the version before it. Reasons are lost; facts and their history stay.
ALTER TABLE "server_fact_changes" DROP COLUMN "reason";
