// @ts-check
// Claims about keys that are fetched by network.

const fetchDocument = "packages/signatures/src/serving/keys/document-cache.ts";
const cache = "packages/signatures/src/serving/keys/document-cache.ts";
const jwks = "packages/signatures/src/serving/keys/jwks-keys.ts";
const certificates = "packages/signatures/src/serving/keys/certificate-keys.ts";
const fetchTest = "packages/signatures/src/serving/keys/document-cache.test.ts";
const jwksTest = "packages/signatures/src/serving/keys/jwks-keys.test.ts";
const webTest = "packages/signatures/src/serving/keys/web-keys.test.ts";
const snsTest = "packages/signatures/src/serving/message/verify-sns.test.ts";
const doorTest = "packages/core/src/serving/ingress/fetched-keys.test.ts";

/** @type {readonly import("../claims.mjs").Claim[]} */
export const keyClaims = [
  {
    claim:
      "Keys are fetched by HTTPS alone, from the URL that the config or the provider names or from Amazon's hosts, within 64 KiB and 3 s, and no redirect is followed",
    proofs: [{ file: fetchTest }, { file: webTest }, { file: jwksTest }, { file: snsTest }],
    mutants: [
      {
        file: fetchDocument,
        find: "if (status === 200) return",
        replace: "if (status < 400) return",
        effect: "what a redirect says counts as keys",
        dies: ["trap 24 fetchDocument() follows no redirect, and takes no more than 64 KiB"],
      },
      {
        file: fetchDocument,
        find: "bytes.length > MAX_BYTES ? UNAVAILABLE :",
        replace: "bytes.length < 0 ? UNAVAILABLE :",
        effect: "an answer of any size is read",
        dies: ["trap 24 fetchDocument() follows no redirect, and takes no more than 64 KiB"],
      },
      {
        file: fetchDocument,
        find: "controller.abort();",
        replace: "",
        effect: "a request without an answer stays open",
        dies: ["trap 24 fetchDocument() gives up after 3 s, and aborts the request"],
      },
      {
        file: "packages/signatures/src/serving/keys/web-keys.ts",
        find: 'redirect: "error"',
        replace: 'redirect: "follow"',
        effect: "a redirect leads to any host",
        proof: webTest,
        dies: ["trap 24 createWebKeys() follows no redirect and sends no credentials"],
      },
      {
        file: "packages/core/src/authoring/compile/auth/check-auth.ts",
        find: "if (HTTPS.test(jwks)) return true;",
        replace: 'if (jwks !== "") return true;',
        effect: "keys are fetched without encryption",
        proof: jwksTest,
        dies: [
          'trap 24 compileJwt() finds what is wrong with {"scheme":"jwt","jwks":"http://a.example/x"}',
        ],
      },
      {
        file: "packages/signatures/src/serving/message/sns.ts",
        find: "const CERTIFICATE_URL = new RegExp(`^${HOST}/SimpleNotificationService-[0-9a-f]{32}\\\\.pem$`);",
        replace: "const CERTIFICATE_URL = /^https?:\\/\\/sns\\.[^/]*\\/.*\\.pem$/;",
        effect: "a sender names the host of the certificate",
        proof: snsTest,
        dies: [
          'trap 24 verifySns() fetches no certificate from "http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"',
          'trap 24 verifySns() fetches no certificate from "https://sns.eu-central-1.amazonaws.com.evil.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"',
        ],
      },
      {
        file: "packages/signatures/src/serving/message/sns.ts",
        find: 'const AWS_REGION = "[a-z]{2}(?:-[a-z]{3,9}){1,3}-\\\\d{1,2}";',
        replace: 'const AWS_REGION = "[a-z\\\\d-]{1,40}";',
        effect: "a bucket of S3 counts as a host of SNS",
        proof: snsTest,
        dies: [
          'trap 24 verifySns() fetches no certificate from "https://sns.s3.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"',
          "trap 26 verifySns() judges a certificate of sns.s3.amazonaws.com",
        ],
      },
    ],
  },
  {
    claim:
      "Unknown ids of keys cause one fetch a minute, or one in 5 s where no key is known, and unknown addresses of certificates four at a time, in turn among networks, so that invented ones use up nothing that the sender needs",
    proofs: [{ file: fetchTest }, { file: jwksTest }, { file: snsTest }],
    mutants: [
      {
        file: cache,
        find: "if (running === undefined && ageOf(triedAt, now) < pause) return current(now);",
        replace: "",
        effect: "each invented id causes a fetch",
        dies: ["trap 25 createDocumentCache() fetches once a minute for what is not wanted"],
      },
      {
        file: cache,
        find: "const pause = known === undefined ? RETRY_WITHOUT_VALUE_MS : RETRY_MS;",
        replace: "const pause = RETRY_WITHOUT_VALUE_MS;",
        effect: "invented ids cause twelve fetches a minute",
        dies: ["trap 25 createDocumentCache() fetches once a minute for what is not wanted"],
      },
      {
        file: cache,
        find: "const RETRY_WITHOUT_VALUE_MS = 5_000;",
        replace: "const RETRY_WITHOUT_VALUE_MS = 0;",
        effect: "each request to a hook without keys causes a fetch",
        dies: ["trap 27 createDocumentCache() tries again after 5 s where it has nothing"],
      },
      {
        file: cache,
        find: "if (running === undefined) {",
        replace: "if (now >= 0) {",
        effect: "each of many requests at a time fetches the keys",
        dies: ["trap 25 createDocumentCache() fetches once for requests that come together"],
      },
      {
        file: jwks,
        find: "cache.get(now, (keys) => keys.has(id))",
        replace: "cache.get(now, () => true)",
        effect: "a new key is found after an hour",
        proof: jwksTest,
        dies: ["trap 25 createJwksKeys() asks once a minute for ids that it does not know"],
      },
      {
        file: certificates,
        find: "      if (running < MAX_FETCHES) {",
        replace: "      if (running >= 0) {",
        effect: "a stranger has any number of URLs fetched at a time",
        proof: snsTest,
        dies: [
          "trap 26 verifySns() fetches four unknown addresses at a time, and those of many networks in turn",
          "trap 26 verifySns() lets 16 addresses of a network wait, 64 in all, and none of them longer than 3 s",
        ],
      },
      {
        file: certificates,
        find: "if (!line.hasRoom(network)) return undefined;",
        replace: "if (!line.hasRoom(network) || caches.size > 99) return undefined;",
        effect: "invented addresses use up a number that the sender's needs",
        proof: snsTest,
        dies: [
          "trap 26 verifySns() fetches the sender's certificate whatever addresses strangers behind the proxy of the sender have invented before",
          "trap 26 verifySns() fetches the sender's certificate whatever addresses strangers of many networks have invented before",
        ],
      },
      {
        file: certificates,
        find: "waiting = [...rest.filter((waiter) => !isOwn(waiter)), ...rest.filter(isOwn)];",
        replace: "waiting = rest;",
        effect: "the sender waits behind all addresses that one stranger has invented",
        proof: snsTest,
        dies: [
          "trap 26 verifySns() fetches four unknown addresses at a time, and those of many networks in turn",
        ],
      },
    ],
  },
  {
    claim: "While a key cannot be had, the answer is 503; keys that are known count for a day",
    proofs: [{ file: doorTest }, { file: jwksTest }, { file: fetchTest }],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/credentials.ts",
        find: 'if (code === "keys_unavailable") return KEYS_UNAVAILABLE;',
        replace: "",
        effect: "right senders get a 401 while the key service is down",
        dies: [
          "trap 27 authenticate() answers 503 with Retry-After while nobody can say whether a request is right",
        ],
      },
      {
        file: jwks,
        find: 'code: last === "ok" ? "key_unknown" : "keys_unavailable"',
        replace: 'code: "key_unknown"',
        effect: "a key counts as unknown before any key was had",
        proof: jwksTest,
        dies: ["trap 27 createJwksKeys() says that keys are unavailable where there are none"],
      },
      {
        file: fetchDocument,
        find: "call().then(settle, () => settle(UNAVAILABLE));",
        replace: "call().then(settle, () => settle(GONE));",
        effect: "a failed connection means that there is no such key",
        proof: fetchTest,
        dies: ["trap 27 fetchDocument() survives a port that throws, rejects or answers nonsense"],
      },
      {
        file: cache,
        find: "ageOf(fetchedAt, now) > MAX_STALE_MS",
        replace: "ageOf(fetchedAt, now) > LIFETIME_MS",
        effect: "a key service that is down closes the hook after an hour",
        proof: fetchTest,
        dies: ["trap 25 createDocumentCache() keeps a stale value while fetching fails, for a day"],
      },
      {
        file: cache,
        find: "if (ageOf(fetchedAt, now) > MAX_STALE_MS) value = undefined;",
        replace: "",
        effect: "a key that was withdrawn counts for ever",
        proof: fetchTest,
        dies: ["trap 25 createDocumentCache() keeps a stale value while fetching fails, for a day"],
      },
      {
        file: cache,
        find: "if (parsed !== undefined) {",
        replace: "if (result.ok) {",
        effect: "an answer without keys takes away those that are known",
        proof: fetchTest,
        dies: ["trap 25 createDocumentCache() replaces no value by an answer that has none"],
      },
    ],
  },
];
