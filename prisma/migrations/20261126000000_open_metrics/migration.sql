-- A metric of a tool without a parser has all that is known of it in its id: open:lower:ms:p99.
ALTER TABLE "measurements" DROP CONSTRAINT "measurements_metric_is_an_id",
  ADD CONSTRAINT "measurements_metric_is_an_id"
    CHECK ("metric" ~ '^([a-z][a-z0-9_]*|open:(higher|lower|none):[^:]*:.+)$') NOT VALID;
-- What is stored follows the older and narrower form. This reads the table without keeping writers out.
ALTER TABLE "measurements" VALIDATE CONSTRAINT "measurements_metric_is_an_id";

-- Formats have codes of their own: pgbench:RATE_LIMITED.
ALTER TABLE "diagnostics" DROP CONSTRAINT "diagnostics_code_is_a_code",
  ADD CONSTRAINT "diagnostics_code_is_a_code" CHECK ("code" ~ '^([a-z][a-z0-9-]*:)?[A-Z][A-Z_]*$') NOT VALID;
ALTER TABLE "diagnostics" VALIDATE CONSTRAINT "diagnostics_code_is_a_code";
