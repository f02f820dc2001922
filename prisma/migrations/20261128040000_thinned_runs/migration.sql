-- What the retention rule thinned out does not come back, whichever upload it is sent again in. Until now only uploads that
-- kept other runs remembered theirs.
CREATE TABLE "thinned_runs" (
  "identity" TEXT NOT NULL,
  "thinned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "thinned_runs_pkey" PRIMARY KEY ("identity")
);

INSERT INTO "thinned_runs" ("identity") SELECT DISTINCT unnest("thinned_runs") FROM "uploads" ON CONFLICT DO NOTHING;
