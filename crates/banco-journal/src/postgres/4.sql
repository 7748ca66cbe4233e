-- The first entry of a command keeps what was decided, so that it can be decided again. Those from before have nothing.

ALTER TABLE entry ADD COLUMN input text;
