// What the store says of deliveries, and what each platform showed and was asked → a row per channel, the parts that
// were shown twice with the reason, and which promises were broken.

/**
 * @typedef {import("./platforms.mjs").Platform} Platform
 * @typedef {{ id: string, runId: string, channel: string, to: string, state: string, sent: number, texts: string[], code?: string, reason?: string }} Delivery
 * @typedef {{ to: string, text: string, position: number }} Showing
 * @typedef {{ platform: Platform, delivery: Delivery, index: number, key: string, text: string, marker: string, showings: readonly Showing[] }} Part
 */

/**
 * `unknown`: `<life>:<key>` of each part whose outcome the host did not get in that life. `shownTo`: where the platform
 * has to show a run's answer. Deliveries begin with the newest.
 *
 * @param {{
 *   platforms: readonly Platform[], deliveries: readonly Delivery[],
 *   unknown: ReadonlySet<string>, shownTo: (runId: string) => string | undefined,
 * }} found
 */
export function checkChannels({ platforms, deliveries, unknown, shownTo }) {
  const rows = [];
  const doubles = [];
  const broken = [];
  for (const platform of platforms) {
    const own = deliveries.filter(({ channel }) => channel === platform.id).reverse();
    const shown = showingsOf(platform);
    const parts = own.flatMap((delivery) => partsOf(delivery, platform, shown));
    const repeats = parts
      .filter(({ showings }) => showings.length > 1)
      .map((part) => explain(part, unknown));
    rows.push(rowOf(platform, own, { parts: parts.length, repeats: repeats.length }));
    doubles.push(...repeats.map(({ sentence }) => sentence));
    const known = new Set(parts.map(({ marker }) => marker));
    const strange = [...shown.keys()].filter((marker) => !known.has(marker));
    broken.push(
      ...own.flatMap(checkDelivery),
      ...parts.flatMap((part) => checkPart(part, shownTo)),
      ...outOfOrder(parts),
      ...repeats.filter(({ isAllowed }) => !isAllowed).map(({ sentence }) => sentence),
      ...strange.map((marker) => `${platform.id} showed ${marker}, which no delivery has`),
    );
  }
  return { rows, doubles, broken };
}

/** @param {Platform} platform @returns {Map<string, Showing[]>} */
function showingsOf({ messages }) {
  const shown = new Map();
  for (const [position, { to, text }] of messages.entries()) {
    const marker = markerOf(text);
    shown.set(marker, [...(shown.get(marker) ?? []), { to, text, position }]);
  }
  return shown;
}

/** @returns {Part[]} */
function partsOf(delivery, platform, shown) {
  return delivery.texts.map((text, index) => {
    const marker = markerOf(text);
    const key = `${delivery.id}/${index + 1}`;
    return { platform, delivery, index, key, text, marker, showings: shown.get(marker) ?? [] };
  });
}

/** @param {Platform} platform @param {readonly Delivery[]} deliveries */
function rowOf({ id, messages, met }, deliveries, { parts, repeats }) {
  const dead = new Map();
  for (const { state, code } of deliveries) {
    if (state === "dead") dead.set(code, (dead.get(code) ?? 0) + 1);
  }
  return {
    channel: id,
    deliveries: deliveries.length,
    parts,
    messages: messages.length,
    requests: met.length,
    faults: met.filter(({ fault }) => !isGood(fault)).length,
    "shown twice": repeats,
    dead: [...dead].map(([code, count]) => `${code} ${count}`).join(", "),
  };
}

/** @param {Delivery} delivery */
function checkDelivery({ id, channel, state, code, reason }) {
  if (state === "sent") return [];
  if (state !== "dead") return [`${channel} ${id} is still ${state}`];
  return code === undefined || !reason ? [`${channel} ${id} is dead without a reason`] : [];
}

/** @param {Part} part @param {(runId: string) => string | undefined} shownTo */
function checkPart({ platform, delivery, index, key, text, showings }, shownTo) {
  const { sent, runId } = delivery;
  const rules = {
    "was not shown, and the host says it was sent": showings.length === 0 && index < sent,
    "was shown before its turn": showings.length > 0 && index > sent,
    "was shown to somebody else": showings.some((one) => one.to !== shownTo(runId)),
    "was shown with another text": showings.some((one) => wordsOf(one.text) !== wordsOf(text)),
  };
  return Object.entries(rules).flatMap(([rule, isBroken]) =>
    isBroken ? [`${platform.id} ${key} ${rule}`] : [],
  );
}

/** By their first showing, for each recipient. @param {readonly Part[]} parts in the order of their creation */
function outOfOrder(parts) {
  const last = new Map();
  return parts.flatMap(({ platform, delivery, key, showings: [first] }) => {
    if (first === undefined) return [];
    const isLate = first.position < (last.get(delivery.to) ?? -1);
    last.set(delivery.to, first.position);
    return isLate ? [`${platform.id} ${key} is out of order`] : [];
  });
}

/**
 * A part may come a second time if the outcome of the first call is unknown, but not within the window of a key, and not
 * where the platform could say that it has the part.
 *
 * @param {Part} part @param {ReadonlySet<string>} unknown
 */
function explain({ platform, key, marker, showings }, unknown) {
  const calls = platform.met.filter((call) => call.marker === marker);
  const reached = calls.filter(({ fault, isLost }) => isLost || isGood(fault));
  const [first] = reached;
  // Within the window, the platform recognizes the key and shows nothing.
  const second = reached.find((call, at) => at > 0 && call.at - first.at >= platform.windowMs);
  const before =
    second === undefined ? reached.slice(0, -1) : reached.slice(0, reached.indexOf(second));
  const reasons = before.map((call) => {
    if (call.isLost) return call.fault;
    const isLast = calls.findLast(({ life }) => life === call.life) === call;
    if (isLast && unknown.has(`${call.life}:${key}`)) return "interrupted or timed out";
    return "THE OUTCOME WAS KNOWN";
  });
  const apart = (second ?? reached.at(-1)).at - first.at;
  const wasAsked =
    platform.canSettle &&
    platform.met.some(
      ({ path, fault, at }) =>
        path.includes("/query") &&
        isGood(fault) &&
        at > first.at + SHOWN_MS &&
        at < first.at + apart,
    );
  const asked = wasAsked ? ", and the platform was asked in between" : "";
  return {
    sentence: `${platform.id} ${key} was shown ${showings.length} times (${reasons.join(", ")}), ${Math.round(apart / 1_000)} s apart${asked}`,
    isAllowed:
      showings.length === 2 &&
      !reasons.includes("THE OUTCOME WAS KNOWN") &&
      second !== undefined &&
      apart <= MAX_APART_MS &&
      !wasAsked,
  };
}

/** The host sends no part again that is older. */
const MAX_APART_MS = 600_000;

/** An iMessage is in the database of the Mac by then. */
const SHOWN_MS = 4_000;

function isGood(fault) {
  return fault === "none" || fault === "slow";
}

/** @param {string} text */
function markerOf(text) {
  return /m\d+x\d+/.exec(text)?.[0] ?? `no marker: ${text.slice(0, 60)}`;
}

/** @param {string} text */
function wordsOf(text) {
  return text.replace(/\s+/g, " ").trim();
}
