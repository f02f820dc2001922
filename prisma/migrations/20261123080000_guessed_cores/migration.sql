-- Cores that only the class in the name of a config says may be those of another server: what is computed with them is
-- marked.
ALTER TABLE "servers" ADD COLUMN "cores_guessed" BOOLEAN NOT NULL DEFAULT false;

-- As reading decides it: nobody said the cores, and no run read them.
UPDATE "servers" SET "cores_guessed" = true
WHERE cores IS NOT NULL
  AND EXISTS (SELECT FROM "runs" JOIN "server_readings" AS readings ON readings.run_id = runs.id
    WHERE runs.server_id = servers.id AND readings.cores_from_class)
  AND NOT EXISTS (SELECT FROM "runs" JOIN "server_readings" AS readings ON readings.run_id = runs.id
    WHERE runs.server_id = servers.id AND readings.cores = servers.cores AND NOT readings.cores_from_class)
  AND (SELECT value FROM "server_fact_changes" WHERE server_id = servers.id AND fact = 'cores' ORDER BY id DESC LIMIT 1) IS NULL;
