// Whether the 413 reaches clients that are still uploading.
import { describe, expect, test } from "vitest";
import { serve } from "../../../tools/test-support/serve.ts";
import { noProgram, skipTitle } from "../../../tools/test-support/skip-title.mjs";
import { createNodeHandler } from "../src/index.ts";
import { createTestIngress } from "./support/test-ingress.ts";
import { uploadClients } from "./support/upload-clients.ts";

const TRIES = 20;
const BODY = Buffer.alloc(8 * 1024 * 1024, 97);
const noCurl = noProgram("curl");

describe.each(Object.entries(uploadClients))("createNodeHandler() and %s", (name, upload) => {
  const reason = name === "curl" ? noCurl : undefined;
  test.skipIf(reason !== undefined).each([
    [413, "in the middle of", "/hooks/x"],
    [401, "before", "/hooks/secret"],
  ])(
    skipTitle(`a %i %s 8 MB is received ${TRIES} of ${TRIES} times`, reason),
    async (status, _when, path) => {
      const handler = createNodeHandler(createTestIngress({ maxBytes: 1_000 }));
      const { url } = await serve((request, response) => void handler(request, response));
      const statuses: number[] = [];
      for (let n = 0; n < TRIES; n++) statuses.push(await upload(url + path, BODY));
      expect(statuses).toEqual(Array(TRIES).fill(status));
    },
    60_000,
  );
});
