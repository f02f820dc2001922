-- Without the columns they would send what their receivers cannot read, or did not ask for.
UPDATE "webhooks" SET "active" = false WHERE "format" <> 'json' OR "filter" <> '{}';
ALTER TABLE "webhook_deliveries" DROP COLUMN "subject";
ALTER TABLE "webhooks" DROP COLUMN "format", DROP COLUMN "filter", DROP COLUMN "base_url";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261201010000_webhook_formats';
