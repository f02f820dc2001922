-- Why somebody set a fact of a server; null: not said.
ALTER TABLE "server_fact_changes" ADD COLUMN "reason" TEXT;
