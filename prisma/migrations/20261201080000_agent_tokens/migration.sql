-- Tokens of machines that measure: they claim plans and send sessions as one agent, and read nothing where reading is closed.
ALTER TYPE "token_role" ADD VALUE 'agent' BEFORE 'reader';
