-- Stored files are packed: the files of an import become one object of the blob store, a file or an object of S3, instead of
-- some 130. Here is where each content lies in which pack. Both tables say what this blob store holds: a backup leaves them
-- out, because it has the contents themselves, and a restore makes packs of its own.

CREATE TABLE "packs" (
    "id" UUID NOT NULL,
    -- Of the object, below the folder or prefix of the blob store. Never used twice, so a pack that was deleted can't come back.
    "name" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    -- Of that, bytes that no row of packed_blobs leads to: what was deleted since, and what another import stored first.
    "dead_bytes" BIGINT NOT NULL DEFAULT 0,
    -- Somebody deleted, or masking replaced, what is dead in it: it is to be gone, however little it is.
    "shrink_soon" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "packs_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "packs_dead_bytes_check" CHECK ("dead_bytes" BETWEEN 0 AND "size_bytes")
);
CREATE UNIQUE INDEX "packs_name_key" ON "packs" ("name");
-- Few packs have dead bytes, and these are looked for every hour.
CREATE INDEX "packs_dead_idx" ON "packs" ("id") WHERE dead_bytes > 0;

-- The widest table by rows beside measurements: nothing in it that can be left out, and the digest as bytes.
CREATE TABLE "packed_blobs" (
    "sha256" BYTEA NOT NULL,
    "pack_id" UUID NOT NULL,
    -- Of the gzip member, in bytes from the beginning of the pack.
    "start" BIGINT NOT NULL,
    "length" BIGINT NOT NULL,
    -- Two imports that bring the same content at once: one of them gets to store it.
    CONSTRAINT "packed_blobs_pkey" PRIMARY KEY ("sha256"),
    CONSTRAINT "packed_blobs_sha256_check" CHECK (octet_length("sha256") = 32),
    CONSTRAINT "packed_blobs_range_check" CHECK ("start" >= 0 AND "length" > 0),
    CONSTRAINT "packed_blobs_pack_id_fkey" FOREIGN KEY ("pack_id") REFERENCES "packs" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "packed_blobs_pack_id_idx" ON "packed_blobs" ("pack_id");
