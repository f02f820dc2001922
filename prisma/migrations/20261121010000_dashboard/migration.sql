-- The dashboard: uploads that wait for a look before they count, that can be cancelled and deleted; tokens for those
-- who may write; permalinks that keep their numbers.

-- preview: read, nothing stored, waits to be confirmed. cancelled: somebody stopped it, nothing stored.
ALTER TYPE "upload_state" ADD VALUE 'preview' BEFORE 'stored';
ALTER TYPE "upload_state" ADD VALUE 'cancelled';

-- Stop after reading, with a preview, and store when it is confirmed.
ALTER TABLE "uploads" ADD COLUMN "hold" BOOLEAN NOT NULL DEFAULT false;
-- { bytes, files, results } while it is read; what the page shows in between.
ALTER TABLE "uploads" ADD COLUMN "progress" JSONB;
-- What was found, for the one who confirms it.
ALTER TABLE "uploads" ADD COLUMN "preview" JSONB;
-- The reader looks at it about once a second, and once more before it stores.
ALTER TABLE "uploads" ADD COLUMN "cancel_requested" BOOLEAN NOT NULL DEFAULT false;
-- How often a reader ended without an answer: an upload that ends every reader must not be tried for ever.
ALTER TABLE "uploads" ADD COLUMN "lost_readers" INTEGER NOT NULL DEFAULT 0;
-- Text, because a new value of an enumeration cannot be used in the transaction that adds it.
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_preview_is_there" CHECK ("state"::text <> 'preview' OR "preview" IS NOT NULL);

-- Deleting an upload removes its files, and each of them asks which numbers point to it.
CREATE INDEX "measurements_artifact_id_idx" ON "measurements" ("artifact_id");
-- Whether any upload still needs some bytes in the blob store; which other uploads hold the same log.
CREATE INDEX "artifacts_sha256_idx" ON "artifacts" ("sha256");

CREATE TYPE "token_role" AS ENUM ('upload', 'admin');

CREATE TABLE "api_tokens" (
  "id"           SERIAL PRIMARY KEY,
  "name"         TEXT NOT NULL,
  "role"         "token_role" NOT NULL,
  "token_hash"   TEXT NOT NULL,
  "created_at"   TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3),
  "revoked_at"   TIMESTAMPTZ(3),
  CONSTRAINT "api_tokens_name_not_empty" CHECK ("name" <> ''),
  -- The token itself is never stored. It is 32 random bytes, so a plain hash cannot be turned back.
  CONSTRAINT "api_tokens_token_hash_is_sha256" CHECK ("token_hash" ~ '^[0-9a-f]{64}$')
);
-- How a token is found.
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens" ("token_hash");

CREATE TABLE "permalinks" (
  "id"             SERIAL PRIMARY KEY,
  "slug"           TEXT NOT NULL,
  "kind"           TEXT NOT NULL,
  "path"           TEXT NOT NULL,
  "title"          TEXT NOT NULL,
  "snapshot"       JSONB NOT NULL,
  "parser_version" INTEGER NOT NULL,
  "created_at"     TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- No foreign key on purpose: the numbers stay when what they were read from is renamed, read again or deleted.
  CONSTRAINT "permalinks_slug_is_url_safe" CHECK ("slug" ~ '^[A-Za-z0-9_-]+$'),
  -- Of a page of this server: a link can never lead elsewhere.
  CONSTRAINT "permalinks_path_is_local" CHECK ("path" ~ '^/([^/\\]|$)'),
  CONSTRAINT "permalinks_title_not_empty" CHECK ("title" <> '')
);
CREATE UNIQUE INDEX "permalinks_slug_key" ON "permalinks" ("slug");
