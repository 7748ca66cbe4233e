-- Everything that a floor keeps, in one file. `docs/journal.md` says what the columns mean.

CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE stream_head (
    stream TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version >= 0),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    at INTEGER NOT NULL,
    fence INTEGER NOT NULL,
    anchored INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    at INTEGER NOT NULL,
    by TEXT NOT NULL,
    cause BLOB NOT NULL CHECK (length(cause) = 16),
    record TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    input TEXT,
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE posting (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    line INTEGER NOT NULL,
    debit TEXT NOT NULL,
    credit TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (stream, version, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE command (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    body BLOB NOT NULL CHECK (length(body) = 32),
    at INTEGER NOT NULL,
    by TEXT NOT NULL,
    status INTEGER NOT NULL,
    answer TEXT NOT NULL,
    digest BLOB CHECK (length(digest) = 32),
    refused_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX command_refused ON command (refused_at) WHERE refused_at IS NOT NULL;

CREATE TABLE seal (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    what TEXT NOT NULL,
    key TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (stream, version, what)
) STRICT, WITHOUT ROWID;

CREATE TABLE item (
    space TEXT NOT NULL,
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (space, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE lease (
    name TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    term INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE anchor (
    number INTEGER NOT NULL PRIMARY KEY,
    key BLOB NOT NULL CHECK (length(key) = 32),
    signature TEXT NOT NULL,
    statement TEXT NOT NULL
) STRICT;

-- Nothing that was written is changed or taken away, whoever asks.
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never taken away'); END;
CREATE TRIGGER posting_stays BEFORE UPDATE ON posting BEGIN SELECT RAISE(ABORT, 'postings are never changed'); END;
CREATE TRIGGER posting_is_kept BEFORE DELETE ON posting BEGIN SELECT RAISE(ABORT, 'postings are never taken away'); END;
CREATE TRIGGER command_stays BEFORE UPDATE ON command BEGIN SELECT RAISE(ABORT, 'answers are never changed'); END;
CREATE TRIGGER command_is_kept BEFORE DELETE ON command WHEN OLD.refused_at IS NULL
    BEGIN SELECT RAISE(ABORT, 'answers are never taken away, but for old refusals'); END;
CREATE TRIGGER anchor_stays BEFORE UPDATE ON anchor BEGIN SELECT RAISE(ABORT, 'anchors are never changed'); END;
CREATE TRIGGER anchor_is_kept BEFORE DELETE ON anchor BEGIN SELECT RAISE(ABORT, 'anchors are never taken away'); END;
