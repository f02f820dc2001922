-- What was measured together, as its people name it. Until now a campaign was an upload; but most people send one
-- tarball for each version, and so releases that were measured on one day never were A/A pairs.
--
-- Two places, because two say it. The files: a basecase.json holds for its directory, so that one upload may have runs
-- of several campaigns; hence a column of runs. The people, with the upload or on its page later: of the whole upload, in
-- uploads.settings beside all else that they say. What people say comes first; when they take it back, what the files
-- say counts again, without reading them. Where nobody says anything the upload is the campaign.
ALTER TABLE "runs" ADD COLUMN "campaign" TEXT;
-- Names are compared as they are written: blanks around one would make it another that looks the same.
ALTER TABLE "runs" ADD CONSTRAINT "runs_campaign_is_name"
  CHECK ("campaign" = btrim("campaign") AND length("campaign") BETWEEN 1 AND 100);
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_campaign_is_name"
  CHECK ("settings" ->> 'campaign' = btrim("settings" ->> 'campaign')
    AND length("settings" ->> 'campaign') BETWEEN 1 AND 100);
-- The names that forms offer: everything else is not looked at for them.
CREATE INDEX "runs_campaign_idx" ON "runs" ("campaign", "upload_id") WHERE "campaign" IS NOT NULL;
CREATE INDEX "uploads_campaign_idx" ON "uploads" (("settings" ->> 'campaign'), "id") WHERE "settings" ->> 'campaign' IS NOT NULL;

-- A campaign decides which pairs show noise, and so which changes are sure: who named it when is kept.
CREATE TABLE "campaign_changes" (
  "id"        SERIAL PRIMARY KEY,
  "upload_id" INTEGER NOT NULL,
  -- Null: taken back.
  "campaign"  TEXT,
  "by"        TEXT NOT NULL,
  "at"        TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "campaign_changes_by_not_empty" CHECK ("by" <> ''),
  CONSTRAINT "campaign_changes_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The history on the page of an upload.
CREATE INDEX "campaign_changes_upload_id_idx" ON "campaign_changes" ("upload_id", "id");

-- Whoever renames the campaign of an upload makes the heatmaps of its runs stale, in the same transaction, as whoever
-- changes its runs does. A change of runs.campaign is a change of runs, and is noticed already.
CREATE FUNCTION "note_campaign"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO heatmap_evaluations (server_id, workload_id, stale_since)
  SELECT DISTINCT server_id, workload_id, now() FROM runs WHERE upload_id = NEW.id ORDER BY server_id, workload_id
  ON CONFLICT (server_id, workload_id) DO UPDATE SET stale_since = excluded.stale_since;
  RETURN NULL;
END $$;
CREATE TRIGGER "uploads_campaign_changed" AFTER UPDATE OF "settings" ON "uploads" FOR EACH ROW
  WHEN (OLD."settings" ->> 'campaign' IS DISTINCT FROM NEW."settings" ->> 'campaign')
  EXECUTE FUNCTION note_campaign();
