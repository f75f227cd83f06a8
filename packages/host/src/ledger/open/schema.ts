// The tables of the store, one text per version: version N is made by the first N texts.

/** Written into the file, so that a file of another program is refused by name. */
export const APPLICATION_ID = 0x48_6b_57_72;

// `head` is the place of a run in the queue of its (agent, session key), and of a delivery in that of its
// (channel, recipient): 0 behind another one, or ended; 1 first, waiting for `due_at`; 2 first and
// ready; 3 first, and at work; 4 first, and held while its runner is paused; 5 see version 7; 6 see version 8. Only the first one of a queue is in the indices that a claim reads, so
// that 10,000 waiting runs of one key cost a claim nothing.
// `set_at` is when `due_at` was set: a clock that says less was set back, and the wait is over.
//
// `state_counts` is kept by triggers: the limits and the operator's counts read one row per state.
const VERSION_1 = `
CREATE TABLE runs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  mapping TEXT,
  source TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  head INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  interruptions INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  set_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  code TEXT,
  reason TEXT,
  thinking TEXT,
  retry_of TEXT,
  answer TEXT,
  partial TEXT
) STRICT;
CREATE TABLE run_actions (
  seq INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
  tainted_fields TEXT NOT NULL,
  action TEXT NOT NULL
) STRICT;
CREATE INDEX runs_open ON runs (agent, session, seq) WHERE ended_at IS NULL;
CREATE INDEX runs_waiting ON runs (due_at) WHERE head = 1;
CREATE INDEX runs_waiting_since ON runs (set_at) WHERE head = 1;
CREATE INDEX runs_ready ON runs (seq) WHERE head = 2;
CREATE INDEX runs_working ON runs (agent, session) WHERE head = 3;
CREATE INDEX runs_ended ON runs (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX runs_state ON runs (state, seq);

CREATE TABLE receipts (
  key TEXT PRIMARY KEY,
  receipt TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX receipts_expiry ON receipts (expires_at);

CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  agent TEXT NOT NULL,
  at INTEGER NOT NULL,
  origin TEXT NOT NULL,
  mapping TEXT,
  run TEXT,
  title TEXT NOT NULL,
  tainted INTEGER NOT NULL,
  size INTEGER NOT NULL,
  state TEXT NOT NULL,
  count INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  asked_now INTEGER NOT NULL,
  overflow INTEGER NOT NULL,
  turn TEXT,
  ended_at INTEGER,
  parts TEXT NOT NULL
) STRICT;
CREATE INDEX events_waiting ON events (agent, seq) WHERE state = 'waiting';
CREATE INDEX events_claimed ON events (turn) WHERE state = 'claimed';
CREATE INDEX events_ended ON events (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  agent TEXT NOT NULL,
  key TEXT NOT NULL,
  turns INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  runner_state TEXT,
  UNIQUE (agent, key)
) STRICT;
CREATE INDEX sessions_last ON sessions (last_at);
CREATE TABLE turns (
  seq INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
  at INTEGER NOT NULL,
  turn TEXT NOT NULL,
  heading TEXT NOT NULL,
  tainted INTEGER NOT NULL,
  size INTEGER NOT NULL,
  no_answer TEXT,
  parts TEXT NOT NULL,
  answer TEXT
) STRICT;
CREATE INDEX turns_of_session ON turns (session, seq, size);

CREATE TABLE heartbeats (
  agent TEXT PRIMARY KEY,
  next_at INTEGER,
  requested_at INTEGER,
  request_reason TEXT,
  last_started_at INTEGER,
  last_ended_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  retry_at INTEGER,
  last_answer TEXT,
  last_answer_at INTEGER,
  running_id TEXT,
  running_key TEXT,
  running_reason TEXT,
  running_since INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE heartbeat_records (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  agent TEXT NOT NULL,
  reason TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  events INTEGER NOT NULL
) STRICT;
CREATE INDEX heartbeat_records_of_agent ON heartbeat_records (agent, seq);
CREATE INDEX heartbeat_records_ended ON heartbeat_records (ended_at);

CREATE TABLE routes (
  agent TEXT NOT NULL,
  channel TEXT NOT NULL,
  recipient TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (agent, channel)
) STRICT, WITHOUT ROWID;

CREATE TABLE deliveries (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  agent TEXT NOT NULL,
  run TEXT,
  heartbeat TEXT,
  mapping TEXT,
  channel TEXT NOT NULL,
  recipient TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  head INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  plain INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  set_at INTEGER NOT NULL,
  sending_at INTEGER,
  resends INTEGER NOT NULL,
  ended_at INTEGER,
  code TEXT,
  reason TEXT,
  retry_of TEXT,
  sent_ids TEXT NOT NULL,
  parts TEXT NOT NULL
) STRICT;
CREATE INDEX deliveries_open ON deliveries (channel, recipient, seq) WHERE ended_at IS NULL;
CREATE INDEX deliveries_waiting ON deliveries (due_at) WHERE head = 1;
CREATE INDEX deliveries_waiting_since ON deliveries (set_at) WHERE head = 1;
CREATE INDEX deliveries_ready ON deliveries (channel, seq) WHERE head = 2;
CREATE INDEX deliveries_working ON deliveries (channel) WHERE head = 3;
CREATE INDEX deliveries_ended ON deliveries (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX deliveries_state ON deliveries (state, seq);

CREATE TABLE state_counts (
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (kind, state)
) STRICT, WITHOUT ROWID;
${countsOf("runs")}
${countsOf("deliveries")}
${countsOf("events")}
`;

// `called_at` is when the runner was called for the present try: before it a try cannot have ended the process.
// `suspect` is 1 where the last try may have done so. `tried_since` is when the tries began that count.
// `held` and `held_group` say why a run is held, and with which others it is tried in turn.
const VERSION_2 = `
ALTER TABLE runs ADD COLUMN called_at INTEGER;
ALTER TABLE runs ADD COLUMN tried_since INTEGER;
ALTER TABLE runs ADD COLUMN suspect INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN held TEXT;
ALTER TABLE runs ADD COLUMN held_group TEXT;
ALTER TABLE runs ADD COLUMN note TEXT;
UPDATE runs SET called_at = started_at WHERE state = 'running';
UPDATE runs SET tried_since = started_at WHERE attempt > 0 AND ended_at IS NULL;
CREATE INDEX runs_held ON runs (held, held_group, seq) WHERE head = 4;
CREATE INDEX runs_held_since ON runs (accepted_at) WHERE head = 4;
CREATE INDEX runs_suspect ON runs (seq) WHERE suspect = 1;
`;

// The account of the channel that sends a delivery.
const VERSION_3 = `
ALTER TABLE deliveries ADD COLUMN account TEXT;
`;

// `stopped`: 1 while the host stops and the run is at work; 2 from the start that finds it so, which is not a crash.
const VERSION_4 = `
ALTER TABLE runs ADD COLUMN stopped INTEGER NOT NULL DEFAULT 0;
`;

// The account of the channel that a person wrote to. Since when the present part of a delivery may have arrived.
const VERSION_5 = `
ALTER TABLE routes ADD COLUMN account TEXT;
ALTER TABLE deliveries ADD COLUMN unsure_since INTEGER;
`;

// `requests` has a row for each accepted action, which is deleted with its run or event, and for the newest requests
// that made nothing. `run` and `event` are numbers of rows, so that their indices grow at the end. `tries` has what did
// not succeed. `sent_at` has the times of `sent_ids`. `answered` says what became of an answer.
//
// `lease` has one row: which process has the store. Each commit compares `fence`; a standby watches `renewals`. Without `lease_ms`
// the owner holds the lock of the folder alone.
const VERSION_6 = `
CREATE TABLE requests (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  hook TEXT NOT NULL,
  outcome TEXT NOT NULL,
  proved INTEGER NOT NULL,
  mapping TEXT,
  provider TEXT,
  delivery TEXT,
  run INTEGER REFERENCES runs ON DELETE CASCADE,
  event INTEGER REFERENCES events ON DELETE CASCADE,
  receipt TEXT,
  status INTEGER,
  code TEXT,
  detail TEXT,
  nearest TEXT,
  clause TEXT
) STRICT;
CREATE INDEX requests_id ON requests (id);
CREATE INDEX requests_delivery ON requests (delivery) WHERE delivery IS NOT NULL;
CREATE INDEX requests_run ON requests (run) WHERE run IS NOT NULL;
CREATE INDEX requests_event ON requests (event) WHERE event IS NOT NULL;
CREATE INDEX requests_of_nothing ON requests (proved, seq) WHERE run IS NULL AND event IS NULL;

CREATE TABLE tries (
  seq INTEGER PRIMARY KEY,
  run INTEGER REFERENCES runs ON DELETE CASCADE,
  delivery INTEGER REFERENCES deliveries ON DELETE CASCADE,
  part INTEGER,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  code TEXT,
  reason TEXT,
  interrupted INTEGER NOT NULL
) STRICT;
CREATE INDEX tries_run ON tries (run) WHERE run IS NOT NULL;
CREATE INDEX tries_delivery ON tries (delivery) WHERE delivery IS NOT NULL;

ALTER TABLE runs ADD COLUMN answered TEXT;
ALTER TABLE deliveries ADD COLUMN sent_at TEXT NOT NULL DEFAULT '[]';
CREATE INDEX runs_repeats ON runs (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX deliveries_repeats ON deliveries (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX deliveries_of_run ON deliveries (run) WHERE run IS NOT NULL;
CREATE INDEX deliveries_of_heartbeat ON deliveries (heartbeat) WHERE heartbeat IS NOT NULL;
CREATE INDEX events_of_run ON events (run) WHERE run IS NOT NULL;
DROP INDEX events_claimed;
CREATE INDEX events_of_turn ON events (turn) WHERE turn IS NOT NULL;
CREATE INDEX heartbeat_records_id ON heartbeat_records (id);

CREATE TABLE lease (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  owner TEXT,
  fence INTEGER NOT NULL,
  renewals INTEGER NOT NULL,
  lease_ms INTEGER,
  lease_until INTEGER
) STRICT;
INSERT INTO lease (one, fence, renewals) VALUES (1, 0, 0);
`;

// `pauses` is what an operator has paused. A run with the head 5 waits for it, or because as many runs of its mapping
// are at work as may: `held` says for what.
// `alerts` is what was said about each reason: when, how often it happened since (`n`), and whether it is over.
// `written` has what the text of a mapping is made of. `message` is the number of the delivery that a request made.
const VERSION_7 = `
CREATE TABLE pauses (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_parked ON runs (held, seq) WHERE head = 5;
CREATE TABLE alerts (
  reason TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  n INTEGER NOT NULL,
  is_open INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
ALTER TABLE deliveries ADD COLUMN written TEXT;
ALTER TABLE requests ADD COLUMN message INTEGER REFERENCES deliveries ON DELETE CASCADE;
CREATE INDEX requests_message ON requests (message) WHERE message IS NOT NULL;
DROP INDEX requests_of_nothing;
CREATE INDEX requests_of_nothing ON requests (proved, seq)
  WHERE run IS NULL AND event IS NULL AND message IS NULL;
`;

// `windows` has the entries that gather the texts of further events: runs and deliveries with the head 6, and events in
// the state `gathering`. Such an entry is in no queue: it takes the place of its number when its window is closed.
// `window_texts` has the texts of the events after the first.
// `proof` of a run says which credentials its request had.
const VERSION_8 = `
CREATE TABLE windows (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  is_open INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  closes_at INTEGER NOT NULL,
  keep TEXT NOT NULL,
  events INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  run INTEGER REFERENCES runs ON DELETE CASCADE,
  event INTEGER REFERENCES events ON DELETE CASCADE,
  message INTEGER REFERENCES deliveries ON DELETE CASCADE
) STRICT;
CREATE INDEX windows_open ON windows (key) WHERE is_open = 1;
CREATE INDEX windows_closing ON windows (closes_at);
CREATE INDEX windows_last ON windows (last_at);
CREATE INDEX windows_run ON windows (run) WHERE run IS NOT NULL;
CREATE INDEX windows_event ON windows (event) WHERE event IS NOT NULL;
CREATE INDEX windows_message ON windows (message) WHERE message IS NOT NULL;
CREATE TABLE window_texts (
  seq INTEGER PRIMARY KEY,
  window INTEGER NOT NULL REFERENCES windows ON DELETE CASCADE,
  at INTEGER NOT NULL,
  unfenced INTEGER NOT NULL,
  parts TEXT NOT NULL
) STRICT;
CREATE INDEX window_texts_of ON window_texts (window, seq);
CREATE INDEX events_gathering ON events (agent, seq) WHERE state = 'gathering';
ALTER TABLE runs ADD COLUMN proof TEXT;
`;

export const VERSIONS: readonly string[] = [
  ...[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5],
  ...[VERSION_6, VERSION_7, VERSION_8],
];

function countsOf(table: string): string {
  const change = (by: string, row: string): string =>
    `INSERT INTO state_counts VALUES ('${table}', ${row}.state, ${by})
       ON CONFLICT DO UPDATE SET n = n + (${by});`;
  return `
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN ${change("1", "new")} END;
CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN ${change("-1", "old")} END;
CREATE TRIGGER ${table}_changed AFTER UPDATE OF state ON ${table} WHEN old.state <> new.state
  BEGIN ${change("-1", "old")} ${change("1", "new")} END;`;
}
