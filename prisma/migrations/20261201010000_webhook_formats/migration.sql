-- Chat formats and filters of webhooks; the webhooks that are there keep JSON and everything.
ALTER TABLE "webhooks"
  ADD COLUMN "format" TEXT NOT NULL DEFAULT 'json',
  ADD COLUMN "filter" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "base_url" TEXT;
-- The event that a chat message is about: its text is written at the first try.
ALTER TABLE "webhook_deliveries" ADD COLUMN "subject" JSONB;
