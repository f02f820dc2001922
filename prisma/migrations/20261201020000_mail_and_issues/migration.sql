-- When a mail is sent: at once, or all news of a day or week together. Other formats are always sent at once.
ALTER TABLE "webhooks" ADD COLUMN "digest" TEXT NOT NULL DEFAULT 'now';
-- The address of a mail; the token of GitHub or GitLab, which is as long as they make it.
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_url_is_web", DROP CONSTRAINT "webhooks_secret_is_long";
ALTER TABLE "webhooks"
  ADD CONSTRAINT "webhooks_url_is_web_or_mail" CHECK ("url" ~* (CASE WHEN "format" = 'mail' THEN '^mailto:' ELSE '^https?://' END)),
  ADD CONSTRAINT "webhooks_secret_is_long" CHECK ("format" IN ('github', 'gitlab') OR length("secret") >= 32);
