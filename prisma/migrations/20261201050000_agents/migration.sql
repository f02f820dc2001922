-- Machines that measure, what they are to measure, and what of it has arrived. Builds and tests are names: the config
-- of an agent says what they are.
CREATE TABLE "agents" (
  "id"         SERIAL PRIMARY KEY,
  "name"       TEXT NOT NULL UNIQUE,
  "version"    TEXT NOT NULL,
  -- What it can measure: [{ builds, tests }].
  "menus"      JSONB NOT NULL,
  "seen_at"    TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);

CREATE TABLE "agent_schedules" (
  "id"               SERIAL PRIMARY KEY,
  "builds"           TEXT[] NOT NULL,
  "tests"            TEXT[] NOT NULL,
  "sessions"           INTEGER NOT NULL,
  "rounds_per_session" INTEGER NOT NULL,
  "agent"            TEXT,
  -- Null: only when it is asked for.
  "cron"             TEXT,
  -- Minutes up to this one were looked at.
  "checked_at"       TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "by"               TEXT NOT NULL,
  "created_at"       TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);

CREATE TABLE "agent_plans" (
  "id"               SERIAL PRIMARY KEY,
  "builds"           TEXT[] NOT NULL,
  "tests"            TEXT[] NOT NULL,
  "sessions"           INTEGER NOT NULL,
  "rounds_per_session" INTEGER NOT NULL,
  "agent"            TEXT,
  "state"            TEXT NOT NULL DEFAULT 'queued',
  "held_by"          INTEGER,
  "held_until"       TIMESTAMPTZ(3),
  "error"            TEXT,
  "by"               TEXT NOT NULL,
  "schedule_id"      INTEGER,
  "created_at"       TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "ended_at"         TIMESTAMPTZ(3),
  CONSTRAINT "agent_plans_state_known" CHECK ("state" IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  CONSTRAINT "agent_plans_builds_not_empty" CHECK (cardinality("builds") > 0),
  CONSTRAINT "agent_plans_sessions_positive" CHECK ("sessions" > 0 AND "rounds_per_session" > 0),
  CONSTRAINT "agent_plans_held_while_running" CHECK (("state" = 'running') = ("held_until" IS NOT NULL)),
  CONSTRAINT "agent_plans_held_by_fkey" FOREIGN KEY ("held_by") REFERENCES "agents" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT "agent_plans_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "agent_schedules" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- One plan at a time.
CREATE UNIQUE INDEX "agent_plans_one_at_a_time" ON "agent_plans" ("held_by") WHERE "state" = 'running';
CREATE INDEX "agent_plans_open_idx" ON "agent_plans" ("id") WHERE "state" IN ('queued', 'running');

-- A session of a plan is accepted once, with the bytes that were sent of it.
CREATE TABLE "agent_sessions" (
  "plan_id"     INTEGER NOT NULL,
  "session"       INTEGER NOT NULL,
  "agent_id"    INTEGER NOT NULL,
  "sha256"      TEXT NOT NULL UNIQUE,
  "accepted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "agent_sessions_pkey" PRIMARY KEY ("plan_id", "session"),
  CONSTRAINT "agent_sessions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "agent_plans" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "agent_sessions_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
