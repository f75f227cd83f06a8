// @ts-check
// What requests with a signature or token are refused for, by number: the tests of each have titles that begin
// with "trap" and the number.

/** @type {Readonly<Record<string, Readonly<Record<number, string>>>>} by section of the page */
export const REFUSALS = {
  "Bytes and encodings": {
    1: "The bytes that arrived are verified, before charset, compression and JSON. A body that a framework has parsed is refused with a code of its own, and one warning: nobody can tell what its bytes were.",
    2: "A compressed body is verified as it was sent, compressed.",
    3: "An empty body is signed like any other: without its signature it is refused.",
    11: "A signature has the exact length of its digest and the one encoding of its vendor. Hexadecimal is read in either case, base64 with its padding alone.",
    10: "A signature, time stamp, id or token whose header came twice is refused.",
    9: "Two time stamps in one header are refused, and so are more than 16 signatures. Of several signatures one must be right; versions that nobody asked for are never accepted.",
    15: "An id has letters, digits, `-` and `_` alone, so that no text moves from it into the part behind it.",
  },
  Time: {
    7: "A time stamp consists of digits (or is an ISO date, where the vendor writes one) and lies within the tolerance, in the past and in the future. What is signed is its text as it was sent.",
    6: "Milliseconds are never taken for seconds, nor seconds for milliseconds.",
    8: "A time stamp that the signature does not cover is not looked at: it would prove nothing. A scheme of your own that asks for it is a problem of the config.",
  },
  "Secrets and keys": {
    12: "Every signature is compared under every secret, over all of its bytes: the time tells nothing.",
    13: "A secret has the form of its vendor: `whsec_…` is base64 for one and text for another. What cannot be decoded is a problem at start, and a short one a warning.",
    14: "An empty secret opens nothing: it is a problem at start, and no key at run time.",
    16: "The config fixes the algorithm. A public key is never taken for a secret, nor for a key of another algorithm.",
    34: "While a secret is replaced, the new and the old one count. The record tells by its place which one was right, never by its value.",
    35: "Keys are made once, when the config is compiled; the [bench](../bench/README.md) measures what a signature costs.",
    36: "The two numbers of an ECDSA signature are read strictly, without a byte before, between or behind them.",
  },
  URLs: {
    4: "Where the URL is signed, it is the `publicUrl` of the config with the query as it was sent: never one of `Host` or `X-Forwarded-*`.",
    5: "Twilio's forms are signed field by field, in the order of their names. Any other body needs its hash in the query.",
  },
  "Names and ways": {
    17: "The config names the vendor. None is guessed by a header, because several vendors share some.",
    18: "All mappings of a name have the same `auth`, and take no event that another proof, or none, has let in.",
    38: "The hook token does not open a hook with an `auth`, unless `orToken` says so.",
    37: "Other methods than POST pass for the handshake that a mapping declares alone: a 405 for all others.",
  },
  "What a stranger learns": {
    20: "Every refusal of credentials is one and the same 401, byte for byte; the reason is in the record.",
    19: "A secret that travels in a header, the query or the body is removed before a template, a transform, a record or `explain` reads the event.",
    21: "A wrong signature takes no more work than a right one. Bodies that are read before anybody knows their sender have a budget of 1,024 places and 16 MiB, or the largest signed body: where it is full, the oldest that is unfinished after a second ends with a 503.",
    22: "A handshake signs letters, digits and `._~+/=-` alone, up to 512 of them; signed handshakes are verified first; and a body whose signature a handshake gives away is no event.",
    23: "A handshake repeats at most 2 KB of visible ASCII, as plain text or JSON that no browser takes for a page.",
  },
  "Batches and repeats": {
    30: "A token inside of a batch must be right in every element.",
    31: "A delivery is recognised by an id that the signature covers.",
    32: "A failed dispatch frees the id of its delivery; a second delivery waits for the first.",
    33: "The time stamp, which changes with every attempt, is no part of what tells a repeat.",
  },
  "Keys that come over the network": {
    24: "Keys are fetched from named hosts alone, over https, without redirects, in a bounded time and size.",
    25: "An unknown key id asks for new keys once a minute, not once a request.",
    26: "A certificate counts between its dates, and for its name.",
    27: "Where keys cannot be had, the answer is 503 with `Retry-After`: never 401, and never accepted.",
    28: "A message of SNS counts for the topic of the config alone.",
    29: "A token that is not tied to the body proves the sender, and nothing of the body.",
  },
};

/** They wait for keys by network, or for what recognises repeats; a test with the number ends that. */
export const LATER = new Set([24, 25, 26, 27, 28, 29, 32, 33]);
