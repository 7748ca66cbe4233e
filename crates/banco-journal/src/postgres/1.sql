-- Everything that a floor keeps. `docs/journal.md` says what the columns mean and how the tables would be
-- partitioned: by `stream`, and `command` by `id`.

CREATE TABLE meta (
    key text PRIMARY KEY,
    value text NOT NULL
);

CREATE TABLE stream_head (
    stream text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL CHECK (version >= 0),
    hash bytea NOT NULL CHECK (length(hash) = 32),
    at bigint NOT NULL,
    fence bigint NOT NULL,
    anchored bigint NOT NULL DEFAULT 0
);

CREATE TABLE entry (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL CHECK (version >= 1),
    at bigint NOT NULL,
    by text NOT NULL,
    cause bytea NOT NULL CHECK (length(cause) = 16),
    record text NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (stream, version)
);

CREATE TABLE posting (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    line integer NOT NULL,
    debit text NOT NULL,
    credit text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (stream, version, line)
);

CREATE TABLE command (
    id bytea PRIMARY KEY CHECK (length(id) = 16),
    body bytea NOT NULL CHECK (length(body) = 32),
    at bigint NOT NULL,
    by text NOT NULL,
    status integer NOT NULL,
    answer text NOT NULL
);

CREATE TABLE seal (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    what text NOT NULL,
    key text NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (stream, version, what)
);

CREATE TABLE item (
    space text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    value bytea NOT NULL,
    PRIMARY KEY (space, key)
);

CREATE TABLE lease (
    name text PRIMARY KEY,
    owner text NOT NULL,
    term bigint NOT NULL,
    until timestamptz NOT NULL
);

CREATE TABLE anchor (
    number bigint PRIMARY KEY,
    key bytea NOT NULL CHECK (length(key) = 32),
    signature text NOT NULL,
    statement text NOT NULL
);

-- Nothing that was written is changed or taken away, whoever asks.
CREATE FUNCTION banco_kept() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is never changed or taken away', TG_TABLE_NAME; END $$;

CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION banco_kept();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON posting FOR EACH STATEMENT EXECUTE FUNCTION banco_kept();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON command FOR EACH STATEMENT EXECUTE FUNCTION banco_kept();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON anchor FOR EACH STATEMENT EXECUTE FUNCTION banco_kept();
