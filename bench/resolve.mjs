// resolve() against a Map and a hand-written function that does the same for the same mapping.
import { compileHooks } from "@hookwright/core";
import { own, text } from "./shared/by-hand.mjs";
import { interleave, printTable } from "./shared/interleave.mjs";
import { rowsFromResults } from "./shared/rows.mjs";
import { flatten, nanosecondsPerCall } from "./shared/time-calls.mjs";

const SIZES = [1, 100, 10_000];
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 21);

const PAYLOAD = {
  source: "mail",
  messages: [
    {
      id: "18c2f3a9b7",
      from: "Ann Example <ann@example.com>",
      subject: "Minutes of Monday",
      snippet:
        "Here are the minutes of our meeting on Monday, with the three decisions at the end.",
    },
  ],
};

/** @param {number} index */
function mapping(index) {
  return {
    id: `mail-${index}`,
    match: { path: `mail-${index}` },
    name: "Mail",
    sessionKey: "hook:mail:{{messages[0].id}}",
    messageTemplate:
      "New mail from {{messages[0].from}}\nSubject: {{messages[0].subject}}\n\n{{messages[0].snippet}}",
    // Without the fence: this compares matching and rendering.
    allowUnsafeExternalContent: true,
  };
}

/** The same rules, written by hand: own properties, text of any value, a safe key. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** @param {any} payload @param {string} id */
function byHand(payload, id) {
  const list = own(payload, "messages");
  const mail = Array.isArray(list) ? list[0] : undefined;
  const mailId = text(own(mail, "id"));
  if (mailId === "") return { outcome: "refused", mappingId: id };
  const sessionKey = `hook:mail:${mailId}`;
  if (CONTROL.test(sessionKey) || sessionKey.length > 512)
    return { outcome: "refused", mappingId: id };
  const message = `New mail from ${text(own(mail, "from"))}\nSubject: ${text(own(mail, "subject"))}\n\n${text(own(mail, "snippet"))}`;
  if (message.trim() === "") return { outcome: "refused", mappingId: id };
  return {
    outcome: "action",
    mappingId: id,
    action: {
      kind: "agent",
      message,
      name: "Mail",
      sessionKey,
      wakeMode: "now",
      deliver: true,
      channel: "last",
      parts: [{ kind: "untrusted", text: message, source: "webhook" }],
    },
    warnings: [],
  };
}

export async function run() {
  const rows = [];
  for (const size of SIZES) {
    const mappings = Array.from({ length: size }, (_, index) => mapping(index));
    const hooks = compileHooks({ hooks: { mappings } });
    const table = new Map(
      mappings.map(({ id, match }) => [
        match.path,
        (/** @type {any} */ payload) => byHand(payload, id),
      ]),
    );
    const event = { path: `mail-${size - 1}`, payload: PAYLOAD, receivedAt: 0 };
    const calls = {
      "by hand": () => table.get(event.path)?.(event.payload),
      hookwright: () => hooks.resolve(event),
    };
    const turns = 50_000;
    const results = await interleave(
      Object.keys(calls),
      (name) =>
        nanosecondsPerCall(() => {
          const resolution = /** @type {any} */ (calls[/** @type {keyof typeof calls} */ (name)]());
          flatten(resolution.action.message);
          flatten(resolution.action.sessionKey);
        }, turns),
      { rounds: ROUNDS, warmUp: 3 },
    );
    rows.push(...rowsFromResults(String(size), results));
  }
  printTable(
    "resolve(), without the fence, strings flattened",
    ["mappings", "how", "ns", "ratio", "spread"],
    rows,
  );
}
