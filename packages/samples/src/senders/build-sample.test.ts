import { webcrypto } from "node:crypto";
import { createWebCrypto } from "@hookwright/signatures";
import { expect, test } from "vitest";
import { proveRequest, type SigningOptions, type UnsignedRequest } from "./build-sample.ts";
import { SampleError } from "./sample-error.ts";
import { contextAt } from "./samples.ts";

const request: UnsignedRequest = { method: "POST", headers: {}, query: "", body: '{"id":1}' };

const optionsFor = (proof: SigningOptions["proof"]): SigningOptions => ({
  proof,
  crypto: createWebCrypto(webcrypto.subtle),
  context: contextAt("1", 0),
  query: "",
  publicUrl: undefined,
  tamper: undefined,
});

test("proveRequest() creates the objects that contain a token in the body", async () => {
  const proof = { kind: "token", token: "t0ken", place: { body: "auth.token" } } as const;
  const built = await proveRequest(request, optionsFor(proof));
  expect(JSON.parse(Buffer.from(built.body).toString())).toEqual({
    id: 1,
    auth: { token: "t0ken" },
  });
});

test("proveRequest() says why a message cannot be signed, and asks for no URL", async () => {
  const proof = { kind: "signature", key: "no hexadecimal", scheme: "adyen" } as const;
  const failed = proveRequest(request, optionsFor(proof));
  await expect(failed).rejects.toThrow(SampleError);
  await expect(failed).rejects.toMatchObject({ hint: undefined });
});
