// Names of topics and subscriptions, and errors about them.
import { type FakeAnswer, pubsubError } from "../http/answer.ts";

const NAME = /^projects\/[^/]+\/(?:topics|subscriptions)\/(?!goog)[A-Za-z][\w.~+%-]{2,254}$/;

export function isName(name: string): boolean {
  return NAME.test(name);
}

export function invalidName(name: string): FakeAnswer {
  return pubsubError(
    400,
    "INVALID_ARGUMENT",
    `Invalid resource name given (name=${name}). Refer to https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names for more information.`,
  );
}

export function missing(name: string): FakeAnswer {
  return pubsubError(404, "NOT_FOUND", `Resource not found (resource=${lastOf(name)}).`);
}

function lastOf(name: string): string {
  return name.split("/").at(-1) ?? name;
}

export function alreadyExists(name: string): FakeAnswer {
  const message = `Resource already exists in the project (resource=${lastOf(name)}).`;
  return pubsubError(409, "ALREADY_EXISTS", message);
}
