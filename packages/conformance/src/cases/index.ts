// All cases, topic by topic.
import type { Case } from "../case.ts";
import { authTokenCases } from "./auth/auth-tokens.ts";
import { handshakeCases } from "./auth/handshakes.ts";
import { jsonWebTokenCases } from "./auth/json-web-tokens.ts";
import { signatureCases } from "./auth/signatures.ts";
import { signedHandshakeCases } from "./auth/signed-handshakes.ts";
import { signedLimitCases } from "./auth/signed-limits.ts";
import { batchCases } from "./batches.ts";
import { bodyCases } from "./bodies.ts";
import { bodyFormatCases } from "./body-formats.ts";
import { bodyParserCases } from "./body-parsers.ts";
import { channelCases } from "./channels.ts";
import { compressedCases } from "./compressed.ts";
import { credentialCases } from "./credentials.ts";
import { deliveryCases } from "./deliveries.ts";
import { dispatchingCases } from "./dispatching.ts";
import { endingCases } from "./endings.ts";
import { gateCases } from "./gates.ts";
import { outcomeCases } from "./outcomes.ts";
import { ownAnswerCases } from "./own-answers.ts";
import { policyCases } from "./policies.ts";
import { renderingCases } from "./rendering.ts";
import { repeatCases } from "./repeats.ts";
import { requestCases } from "./requests.ts";
import { resultCases } from "./results.ts";
import { routingCases } from "./routing.ts";
import { secretCases } from "./secrets.ts";
import { sessionKeyCases } from "./session-keys.ts";
import { severalMappingCases } from "./several-mappings.ts";
import { signedRepeatCases } from "./signed-repeats.ts";
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
  ...resultCases,
  ...bodyCases,
  ...bodyFormatCases,
  ...compressedCases,
  ...bodyParserCases,
  ...renderingCases,
  ...outcomeCases,
  ...ownAnswerCases,
  ...deliveryCases,
  ...dispatchingCases,
  ...batchCases,
  ...severalMappingCases,
  ...repeatCases,
  ...signedRepeatCases,
  ...endingCases,
  ...transformCases,
  ...sessionKeyCases,
  ...policyCases,
  ...channelCases,
];
