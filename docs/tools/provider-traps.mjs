// @ts-check
// A vendor's row and those of the others → what a reader of the row would not guess.
import { joinWords } from "./provider-facts.mjs";
import { NOTES, SIGNING_HANDSHAKES } from "./provider-notes.mjs";

/**
 * @typedef {import("@hookwright/signatures").Provider} Provider
 * @typedef {import("./provider-facts.mjs").Row} Row
 */

/** @param {Row} provider @param {readonly Provider[]} providers @returns {readonly string[]} */
export function trapsOf(provider, providers) {
  const { id, signatures = [], token, needsPublicUrl, delivery, handshake = "" } = provider;
  const [scheme] = signatures;
  const others = sharedWith(provider, providers);
  return [
    ...(NOTES[id] ?? []),
    ...(needsPublicUrl === true
      ? [
          "The URL is a part of what is signed: scheme, host, port, path and final slash count, as you typed them in at the vendor. It is taken from `publicUrl`, never from `Host`.",
        ]
      : []),
    ...(scheme?.timestamp?.unit === "ms"
      ? ["The time stamp counts milliseconds; one in seconds is refused."]
      : []),
    ...(scheme !== undefined && scheme.timestamp === undefined
      ? ["No time stamp is signed: somebody who has seen a request can send it again at any time."]
      : []),
    ...(delivery?.bodyBound === false
      ? [
          "What proves the sender does not cover the body: who has seen it can send it with another one while it is valid.",
        ]
      : []),
    ...(scheme === undefined && token !== undefined
      ? ["A token proves nothing of the body: somebody who has seen a request can send others."]
      : []),
    ...(others.length > 0
      ? [
          `The header is also that of ${joinWords(others)}, so nothing is guessed by it: the config names the vendor.`,
        ]
      : []),
    ...(delivery?.on4xx === undefined
      ? []
      : [
          `An event whose payload alone makes it impossible (its shape, its charset, too many elements, an empty session key) is answered with ${delivery.acknowledge ?? 204} instead of a 4xx, because the vendor ${delivery.on4xx === "repeats" ? "would send it again" : "switches the hook off"}; the record has the refusal. What a change of the config would let through keeps its 4xx.`,
        ]),
    ...(delivery?.acknowledge === undefined
      ? []
      : [
          "Success is the status 200 and no other, so that is what an accepted event gets, unless the mapping has a `respond` of its own.",
        ]),
    ...(SIGNING_HANDSHAKES.has(handshake)
      ? [
          "Anybody can have a short text signed by the handshake: letters, digits and `._~+/=-` alone, which is JSON in no case. A body of such text is no event, whatever its signature.",
        ]
      : []),
  ];
}

/** @param {Provider} provider @param {readonly Provider[]} providers */
function sharedWith({ id, signatures = [] }, providers) {
  const header = String(signatures[0]?.signature.header);
  return providers
    .filter(
      (other) => other.id !== id && String(other.signatures?.[0]?.signature.header) === header,
    )
    .map(({ name }) => name)
    .filter(() => signatures.length > 0 && signatures[0]?.signature.tagged === undefined);
}
