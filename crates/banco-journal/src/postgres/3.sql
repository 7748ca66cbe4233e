-- Refusals that left nothing else are marked with their time, so that they can be taken away after a while.

DROP TRIGGER kept ON command;

ALTER TABLE command ADD COLUMN refused_at bigint;
UPDATE command SET refused_at = at
    WHERE status >= 400 AND NOT EXISTS (SELECT FROM entry WHERE entry.cause = command.id);

CREATE INDEX command_refused ON command (refused_at) WHERE refused_at IS NOT NULL;
CREATE TRIGGER kept BEFORE UPDATE OR TRUNCATE ON command FOR EACH STATEMENT EXECUTE FUNCTION banco_kept();
CREATE TRIGGER kept_but_old_refusals BEFORE DELETE ON command FOR EACH ROW
    WHEN (OLD.refused_at IS NULL) EXECUTE FUNCTION banco_kept();
