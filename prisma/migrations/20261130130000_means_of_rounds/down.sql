-- The version before judges them again, by its rule.
UPDATE "heatmaps" SET "stale_since" = now()
WHERE "evaluated_at" IS NOT NULL AND "id" IN (SELECT "heatmap_id" FROM "runs" WHERE "rounds" IS NOT NULL);
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261130130000_means_of_rounds';
