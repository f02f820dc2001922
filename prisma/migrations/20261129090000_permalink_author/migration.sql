-- Who made a link; null for links from before it was kept.
ALTER TABLE "permalinks" ADD COLUMN "author" TEXT;
