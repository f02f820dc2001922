-- Each benchmark has groups of its own (block sizes, warehouses, steps), and the registry of tests names them. An
-- enumeration would need a migration for each new block size.
ALTER TABLE "tests" ALTER COLUMN "group" TYPE TEXT USING "group"::text;
DROP TYPE "test_group";

-- How often each diagnostic code was met: of one code in one file only the first few are stored one by one.
ALTER TABLE "uploads" ADD COLUMN "diagnostic_counts" JSONB NOT NULL DEFAULT '{}';

-- Whether the numbers came from a summary table instead of raw logs: the page says so.
ALTER TABLE "runs" ADD COLUMN "is_summary" BOOLEAN NOT NULL DEFAULT false;
