-- The first bad column names build and config, so the fingerprint of a record need not name them again: which line is the
-- main one changes with the data, and what a record is about does not. Of two live records that become one the older is
-- renamed; the next evaluation merges the other.
UPDATE "regressions" AS renamed
SET "fingerprint" = format('%s ["%s",%s,%s,%s] %s', "server_id", "kind", "workload_id", "test_id", "product_id", "first_bad_id")
WHERE NOT EXISTS (
  SELECT FROM "regressions" AS older
  WHERE older."withdrawn_at" IS NULL AND renamed."withdrawn_at" IS NULL AND older."id" < renamed."id"
    AND older."server_id" = renamed."server_id" AND older."kind" = renamed."kind"
    AND older."workload_id" = renamed."workload_id" AND older."test_id" = renamed."test_id"
    AND older."product_id" = renamed."product_id" AND older."first_bad_id" = renamed."first_bad_id"
);
