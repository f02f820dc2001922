-- Reading can be closed: tokens that only read, people who signed in, and permalinks that everybody may open.
ALTER TYPE "token_role" ADD VALUE 'reader' BEFORE 'upload';

-- Links from before were made when nobody asked whom they are for. They stay readable where reading is open; where it is
-- closed, each is shared again by who wants it public: a link that asks for a sign-in can be mended, a leak can't.
ALTER TABLE "permalinks" ADD COLUMN "is_public" BOOLEAN NOT NULL DEFAULT false;

-- A browser whose visitor an OpenID Connect provider vouched for. What may be done follows from the settings at each
-- request, so only who it is is kept. Deleting the row signs out.
CREATE TABLE "sessions" (
  "id"         SERIAL PRIMARY KEY,
  "token_hash" TEXT NOT NULL,
  "issuer"     TEXT NOT NULL,
  "subject"    TEXT NOT NULL,
  -- For people: the verified e-mail address, otherwise what the provider calls them.
  "name"       TEXT NOT NULL,
  -- Null unless the provider verified it: rights hang on it.
  "email"      TEXT,
  "groups"     TEXT[] NOT NULL DEFAULT '{}',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sessions_token_hash_is_sha256" CHECK ("token_hash" ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "sessions_name_not_empty" CHECK ("name" <> ''),
  CONSTRAINT "sessions_end_after_start" CHECK ("expires_at" > "created_at")
);
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" ("token_hash");
-- Old ones are deleted when somebody signs in.
CREATE INDEX "sessions_expires_at_idx" ON "sessions" ("expires_at");
