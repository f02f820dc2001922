-- Hashes of the commits before a build; empty where they are unknown.
ALTER TABLE "builds" ADD COLUMN "parents" TEXT[] DEFAULT ARRAY[]::TEXT[];
