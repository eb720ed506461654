-- A row for each record; offsets are bytes of the document's text, moments are ISO 8601 as far as they are known.
CREATE TABLE incidents (
    key INTEGER PRIMARY KEY,
    schema TEXT NOT NULL,
    source TEXT NOT NULL,
    id TEXT,
    incident INTEGER NOT NULL,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    title TEXT,
    kind TEXT NOT NULL,
    language TEXT,
    language_confidence REAL NOT NULL,
    cause TEXT,
    confidence REAL NOT NULL,
    -- A JSON object: every label with its probability.
    scores TEXT NOT NULL,
    started TEXT,
    started_basis TEXT,
    detected TEXT,
    detected_basis TEXT,
    identified TEXT,
    identified_basis TEXT,
    mitigated TEXT,
    mitigated_basis TEXT,
    resolved TEXT,
    resolved_basis TEXT,
    duration_s INTEGER,
    -- A JSON list of texts.
    warnings TEXT NOT NULL,
    -- Filled by --dedup.
    duplicate_of TEXT
);
-- Sentences that speak for the cause, or, where `contributing` is its number, for a further link of the chain.
CREATE TABLE evidence (
    incident INTEGER NOT NULL REFERENCES incidents (key),
    contributing INTEGER,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    weight REAL NOT NULL
);
CREATE TABLE contributing (
    incident INTEGER NOT NULL REFERENCES incidents (key),
    number INTEGER NOT NULL,
    label TEXT NOT NULL,
    confidence REAL NOT NULL
);
CREATE TABLE timestamps (
    incident INTEGER NOT NULL REFERENCES incidents (key),
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    value TEXT NOT NULL,
    precision TEXT NOT NULL,
    zone TEXT,
    role TEXT NOT NULL
);
CREATE TABLE figures (
    incident INTEGER NOT NULL REFERENCES incidents (key),
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    kind TEXT NOT NULL,
    low REAL,
    high REAL,
    unit TEXT NOT NULL,
    approximate INTEGER NOT NULL,
    role TEXT NOT NULL,
    impact INTEGER NOT NULL
);
CREATE INDEX evidence_of ON evidence (incident);
CREATE INDEX contributing_of ON contributing (incident);
CREATE INDEX timestamps_of ON timestamps (incident);
CREATE INDEX figures_of ON figures (incident);
