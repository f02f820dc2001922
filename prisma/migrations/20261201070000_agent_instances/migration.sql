-- Two machines with one name would measure one plan at the same time: the directory of an agent tells them apart.
ALTER TABLE "agents" ADD COLUMN "instance" TEXT;
