-- An older version cannot send mails or create issues: it would call their addresses with JSON.
DELETE FROM "webhooks" WHERE "format" IN ('mail', 'github', 'gitlab');
ALTER TABLE "webhooks" DROP COLUMN "digest", DROP CONSTRAINT "webhooks_url_is_web_or_mail", DROP CONSTRAINT "webhooks_secret_is_long";
ALTER TABLE "webhooks"
  ADD CONSTRAINT "webhooks_url_is_web" CHECK ("url" ~* '^https?://'),
  ADD CONSTRAINT "webhooks_secret_is_long" CHECK (length("secret") >= 32);
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261201020000_mail_and_issues';
