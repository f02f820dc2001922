-- Records of regressions and improvements, what people decided about them, what is left out of the noise, and whom to
-- tell.
--
-- A record is found by the data and judged by people. What the data say is rewritten by each evaluation; what people
-- said is theirs, has a version of its own, and is never touched by an evaluation but for `state` when a fix is seen.

CREATE TYPE "regression_kind" AS ENUM ('regression', 'improvement');
CREATE TYPE "regression_state" AS ENUM ('new', 'investigating', 'confirmed', 'noise', 'wont_fix', 'fixed');
CREATE TYPE "regression_step" AS ENUM ('step', 'last', 'isolated');
CREATE TYPE "delivery_state" AS ENUM ('waiting', 'delivered', 'failed');

CREATE TABLE "regressions" (
  "id"                  SERIAL PRIMARY KEY,
  "slug"                TEXT NOT NULL,
  "kind"                "regression_kind" NOT NULL,
  "server_id"           INTEGER NOT NULL,
  "workload_id"         INTEGER NOT NULL,
  "test_id"             INTEGER NOT NULL,
  "product_id"          INTEGER NOT NULL,
  -- Null: of the main line of releases. Else {flavour, config} of the one build that has it.
  "build"               JSONB,
  "fingerprint"         TEXT NOT NULL,
  "first_bad_id"        INTEGER NOT NULL,
  "last_good_id"        INTEGER NOT NULL,
  -- Variants: columns of the heatmap. Versions are in them; the two names are here because every list shows them.
  "first_bad"           TEXT NOT NULL,
  "last_good"           TEXT NOT NULL,
  "last_seen"           TEXT NOT NULL,
  "step"                "regression_step" NOT NULL,
  "verdict"             TEXT NOT NULL,
  "ratio"               DOUBLE PRECISION NOT NULL,
  "level_ratio"         DOUBLE PRECISION NOT NULL,
  "band"                DOUBLE PRECISION NOT NULL,
  "p"                   DOUBLE PRECISION NOT NULL,
  "explanation"         JSONB,
  "cause"               TEXT NOT NULL,
  "reason"              TEXT NOT NULL,
  "rule_version"        INTEGER NOT NULL,
  "parser_version"      INTEGER NOT NULL,
  "fixed_seen"          TEXT,
  "state"               "regression_state" NOT NULL DEFAULT 'new',
  "state_before_fix"    "regression_state",
  "fixed_in"            TEXT,
  "owner"               TEXT,
  "bug_url"             TEXT,
  "triage_version"      INTEGER NOT NULL DEFAULT 1,
  "notes"               TEXT NOT NULL DEFAULT '',
  "notes_version"       INTEGER NOT NULL DEFAULT 1,
  "merged_into_id"      INTEGER,
  "split_from_id"       INTEGER,
  "created_at"          TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at"          TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "evaluated_at"        TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "withdrawn_at"        TIMESTAMPTZ(3),
  CONSTRAINT "regressions_slug_is_url_safe" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]*$'),
  CONSTRAINT "regressions_ratio_positive" CHECK ("ratio" > 0 AND "ratio" < 'Infinity' AND "level_ratio" > 0 AND "level_ratio" < 'Infinity'),
  CONSTRAINT "regressions_p_is_probability" CHECK ("p" >= 0 AND "p" <= 1),
  CONSTRAINT "regressions_band_not_negative" CHECK ("band" >= 0 AND "band" < 'Infinity'),
  -- Slower is a regression, faster an improvement: the two can never disagree.
  CONSTRAINT "regressions_verdict_is_of_kind" CHECK ("verdict" IN ("kind"::text, 'small ' || "kind"::text, 'possible ' || "kind"::text)),
  CONSTRAINT "regressions_ratio_is_of_kind" CHECK (("ratio" < 1) = ("kind" = 'regression')),
  CONSTRAINT "regressions_versions_differ" CHECK ("first_bad_id" <> "last_good_id"),
  -- A link that people click: never a script.
  CONSTRAINT "regressions_bug_url_is_web" CHECK ("bug_url" ~* '^https?://'),
  CONSTRAINT "regressions_owner_not_empty" CHECK ("owner" <> ''),
  CONSTRAINT "regressions_fixed_in_not_empty" CHECK ("fixed_in" <> ''),
  CONSTRAINT "regressions_versions_from_one" CHECK ("triage_version" >= 1 AND "notes_version" >= 1),
  -- Only what is gone was merged into another.
  CONSTRAINT "regressions_merged_is_withdrawn" CHECK ("merged_into_id" IS NULL OR "withdrawn_at" IS NOT NULL),
  CONSTRAINT "regressions_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regressions_workload_id_fkey" FOREIGN KEY ("workload_id") REFERENCES "workloads" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regressions_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regressions_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regressions_first_bad_id_fkey" FOREIGN KEY ("first_bad_id") REFERENCES "variants" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regressions_last_good_id_fkey" FOREIGN KEY ("last_good_id") REFERENCES "variants" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regressions_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "regressions" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT "regressions_split_from_id_fkey" FOREIGN KEY ("split_from_id") REFERENCES "regressions" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
-- Serves /r/<slug>. A slug is for ever: a record that comes back has the one it had.
CREATE UNIQUE INDEX "regressions_slug_key" ON "regressions" ("slug");
-- One row for one change, not one alarm for each later version: of (server, workload, test, product, line, kind, first
-- bad version) at most one is alive.
CREATE UNIQUE INDEX "regressions_fingerprint_alive_key" ON "regressions" ("fingerprint") WHERE "withdrawn_at" IS NULL;
-- An evaluation reads the records of its heatmap; the page of a record reads its neighbours.
CREATE INDEX "regressions_server_id_workload_id_idx" ON "regressions" ("server_id", "workload_id");
-- The same test at the same version elsewhere.
CREATE INDEX "regressions_test_id_first_bad_idx" ON "regressions" ("test_id", "first_bad");

CREATE TABLE "regression_events" (
  "id"            SERIAL PRIMARY KEY,
  "regression_id" INTEGER NOT NULL,
  "kind"          TEXT NOT NULL,
  "by"            TEXT NOT NULL,
  "detail"        JSONB NOT NULL DEFAULT '{}',
  "at"            TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Text, not an enumeration: a new kind of event needs no migration. The words are those of the page.
  CONSTRAINT "regression_events_kind_is_words" CHECK ("kind" ~ '^[a-z][a-z ]*$'),
  CONSTRAINT "regression_events_by_not_empty" CHECK ("by" <> ''),
  CONSTRAINT "regression_events_regression_id_fkey" FOREIGN KEY ("regression_id") REFERENCES "regressions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The history of a record, the newest first.
CREATE INDEX "regression_events_regression_id_id_idx" ON "regression_events" ("regression_id", "id");

-- ---------------------------------------------------------------------------------------------------------------
-- Which heatmaps have to be judged again.

CREATE TABLE "heatmap_evaluations" (
  "server_id"    INTEGER NOT NULL,
  "workload_id"  INTEGER NOT NULL,
  -- Since when its runs differ from those that were judged; null: they don't.
  "stale_since"  TIMESTAMPTZ(3),
  "evaluated_at" TIMESTAMPTZ(3),
  "rule_version" INTEGER,
  -- What the list of the noise atlas says of it: it would have to judge every heatmap otherwise.
  "noise"        JSONB,
  CONSTRAINT "heatmap_evaluations_pkey" PRIMARY KEY ("server_id", "workload_id"),
  CONSTRAINT "heatmap_evaluations_says_by_which_rule" CHECK (("evaluated_at" IS NULL) = ("rule_version" IS NULL)),
  CONSTRAINT "heatmap_evaluations_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "heatmap_evaluations_workload_id_fkey" FOREIGN KEY ("workload_id") REFERENCES "workloads" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- What is left to do: nearly always nothing, whatever is stored.
CREATE INDEX "heatmap_evaluations_stale_since_idx" ON "heatmap_evaluations" ("stale_since");

-- Whoever adds, moves or removes runs (an upload, a table of figures, a deletion, a second reading) makes exactly these
-- heatmaps stale, in the same transaction. A trigger, because a way that forgets to say so would leave wrong records.
-- In the order of the keys, so that two writers never wait for each other.
CREATE FUNCTION "note_new_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO heatmap_evaluations (server_id, workload_id, stale_since)
  SELECT DISTINCT server_id, workload_id, now() FROM new_runs ORDER BY server_id, workload_id
  ON CONFLICT (server_id, workload_id) DO UPDATE SET stale_since = excluded.stale_since;
  RETURN NULL;
END $$;
CREATE FUNCTION "note_old_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO heatmap_evaluations (server_id, workload_id, stale_since)
  SELECT DISTINCT server_id, workload_id, now() FROM old_runs ORDER BY server_id, workload_id
  ON CONFLICT (server_id, workload_id) DO UPDATE SET stale_since = excluded.stale_since;
  RETURN NULL;
END $$;
CREATE TRIGGER "runs_inserted" AFTER INSERT ON "runs" REFERENCING NEW TABLE AS new_runs
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_runs();
CREATE TRIGGER "runs_updated_to" AFTER UPDATE ON "runs" REFERENCING NEW TABLE AS new_runs
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_runs();
CREATE TRIGGER "runs_updated_from" AFTER UPDATE ON "runs" REFERENCING OLD TABLE AS old_runs
  FOR EACH STATEMENT EXECUTE FUNCTION note_old_runs();
CREATE TRIGGER "runs_deleted" AFTER DELETE ON "runs" REFERENCING OLD TABLE AS old_runs
  FOR EACH STATEMENT EXECUTE FUNCTION note_old_runs();

-- What was stored before there were records is judged by the first worker.
INSERT INTO "heatmap_evaluations" ("server_id", "workload_id", "stale_since")
SELECT DISTINCT "server_id", "workload_id", now() FROM "runs";

CREATE TABLE "noise_exclusions" (
  "id"         SERIAL PRIMARY KEY,
  "run_id"     INTEGER NOT NULL,
  -- Null: the run is bad and counts for nothing. Else only the pair of the two is no noise.
  "other_id"   INTEGER,
  "reason"     TEXT NOT NULL,
  "by"         TEXT NOT NULL,
  "at"         TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "removed_by" TEXT,
  "removed_at" TIMESTAMPTZ(3),
  -- Without a reason nobody can judge later whether it was right to leave data out.
  CONSTRAINT "noise_exclusions_reason_not_empty" CHECK (btrim("reason") <> ''),
  CONSTRAINT "noise_exclusions_by_not_empty" CHECK ("by" <> ''),
  -- A pair has one order, so that it is excluded once.
  CONSTRAINT "noise_exclusions_pair_in_order" CHECK ("run_id" < "other_id"),
  CONSTRAINT "noise_exclusions_removed_by_somebody" CHECK (("removed_at" IS NULL) = ("removed_by" IS NULL)),
  CONSTRAINT "noise_exclusions_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "noise_exclusions_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- What is excluded is excluded once; what was taken back stays in the list.
CREATE UNIQUE INDEX "noise_exclusions_in_force_key" ON "noise_exclusions" ("run_id", "other_id") NULLS NOT DISTINCT
  WHERE "removed_at" IS NULL;
-- Deleting a run, and the exclusions of the runs of a heatmap.
CREATE INDEX "noise_exclusions_run_id_idx" ON "noise_exclusions" ("run_id");
CREATE INDEX "noise_exclusions_other_id_idx" ON "noise_exclusions" ("other_id");

-- ---------------------------------------------------------------------------------------------------------------
-- Whom to tell.

CREATE TABLE "webhooks" (
  "id"         SERIAL PRIMARY KEY,
  "url"        TEXT NOT NULL,
  -- Signs what is sent, so it has to be known here. It is shown once, when it is made.
  "secret"     TEXT NOT NULL,
  "events"     TEXT[] NOT NULL,
  "active"     BOOLEAN NOT NULL DEFAULT true,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhooks_url_is_web" CHECK ("url" ~* '^https?://'),
  CONSTRAINT "webhooks_secret_is_long" CHECK (length("secret") >= 32),
  CONSTRAINT "webhooks_events_known" CHECK (cardinality("events") > 0
    AND "events" <@ ARRAY['regression.new', 'regression.fixed', 'regression.withdrawn'])
);

CREATE TABLE "webhook_deliveries" (
  "id"            SERIAL PRIMARY KEY,
  "webhook_id"    INTEGER NOT NULL,
  "event"         TEXT NOT NULL,
  -- As it is sent, each time the same bytes: the receiver knows a second delivery by them.
  "payload"       TEXT NOT NULL,
  "state"         "delivery_state" NOT NULL DEFAULT 'waiting',
  "attempts"      INTEGER NOT NULL DEFAULT 0,
  "next_try_at"   TIMESTAMPTZ(3),
  "status"        INTEGER,
  "error"         TEXT,
  "created_at"    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "delivered_at"  TIMESTAMPTZ(3),
  CONSTRAINT "webhook_deliveries_attempts_not_negative" CHECK ("attempts" >= 0),
  CONSTRAINT "webhook_deliveries_delivered_when" CHECK (("state" = 'delivered') = ("delivered_at" IS NOT NULL)),
  -- Only what waits is tried again.
  CONSTRAINT "webhook_deliveries_next_try_waits" CHECK (("state" = 'waiting') = ("next_try_at" IS NOT NULL)),
  CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The last deliveries of a webhook.
CREATE INDEX "webhook_deliveries_webhook_id_id_idx" ON "webhook_deliveries" ("webhook_id", "id");
