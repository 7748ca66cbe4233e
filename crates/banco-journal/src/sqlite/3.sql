-- Refusals that left nothing else are marked with their time, so that they can be taken away after a while.

DROP TRIGGER command_stays;
DROP TRIGGER command_is_kept;

ALTER TABLE command ADD COLUMN refused_at INTEGER;
UPDATE command SET refused_at = at
    WHERE status >= 400 AND id NOT IN (SELECT cause FROM entry);

CREATE INDEX command_refused ON command (refused_at) WHERE refused_at IS NOT NULL;
CREATE TRIGGER command_stays BEFORE UPDATE ON command BEGIN SELECT RAISE(ABORT, 'answers are never changed'); END;
CREATE TRIGGER command_is_kept BEFORE DELETE ON command WHEN OLD.refused_at IS NULL
    BEGIN SELECT RAISE(ABORT, 'answers are never taken away, but for old refusals'); END;

UPDATE meta SET value = '3' WHERE key = 'schema';
