// All cases, topic by topic.
import type { Case } from "../case.ts";
import { authTokenCases } from "./auth/auth-tokens.ts";
import { handshakeCases } from "./auth/handshakes.ts";
import { jsonWebTokenCases } from "./auth/json-web-tokens.ts";
import { signatureCases } from "./auth/signatures.ts";
import { signedHandshakeCases } from "./auth/signed-handshakes.ts";
import { signedLimitCases } from "./auth/signed-limits.ts";
import { batchCases } from "./batches.ts";
import { bodyFormatCases } from "./bodies/body-formats.ts";
import { compressedCases } from "./bodies/compressed.ts";
import { ownAnswerCases } from "./bodies/own-answers.ts";
import { bodyCases } from "./bodies.ts";
import { bodyParserCases } from "./body-parsers.ts";
import { channelCases } from "./channels.ts";
import { credentialCases } from "./credentials.ts";
import { depthCases } from "./depths.ts";
import { dispatchingCases } from "./dispatching.ts";
import { endingCases } from "./endings.ts";
import { gateCases } from "./gates.ts";
import { repeatCases } from "./idempotency/repeats.ts";
import { signedRepeatCases } from "./idempotency/signed-repeats.ts";
import { outcomeCases } from "./outcomes.ts";
import { policyCases } from "./policies.ts";
import { renderingCases } from "./rendering.ts";
import { requestCases } from "./requests.ts";
import { routingCases } from "./routing.ts";
import { secretCases } from "./secrets.ts";
import { sessionKeyCases } from "./session-keys.ts";
import { strictnessCases } from "./strictness.ts";
import { transformCases } from "./transforms.ts";

export const allCases: readonly Case[] = [
  ...routingCases,
  ...gateCases,
  ...credentialCases,
  ...secretCases,
  ...signatureCases,
  ...signedLimitCases,
  ...authTokenCases,
  ...jsonWebTokenCases,
  ...signedHandshakeCases,
  ...handshakeCases,
  ...requestCases,
  ...strictnessCases,
  ...bodyCases,
  ...bodyFormatCases,
  ...compressedCases,
  ...bodyParserCases,
  ...depthCases,
  ...renderingCases,
  ...outcomeCases,
  ...ownAnswerCases,
  ...dispatchingCases,
  ...batchCases,
  ...repeatCases,
  ...signedRepeatCases,
  ...endingCases,
  ...transformCases,
  ...sessionKeyCases,
  ...policyCases,
  ...channelCases,
];
