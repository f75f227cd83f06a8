// All cases, topic by topic.
import type { Case } from "../case.ts";
import { bodyCases } from "./bodies.ts";
import { bodyParserCases } from "./body-parsers.ts";
import { channelCases } from "./channels.ts";
import { credentialCases } from "./credentials.ts";
import { depthCases } from "./depths.ts";
import { endingCases } from "./endings.ts";
import { gateCases } from "./gates.ts";
import { outcomeCases } from "./outcomes.ts";
import { policyCases } from "./policies.ts";
import { renderingCases } from "./rendering.ts";
import { requestCases } from "./requests.ts";
import { routingCases } from "./routing.ts";
import { secretCases } from "./secrets.ts";
import { strictnessCases } from "./strictness.ts";
import { transformCases } from "./transforms.ts";

export const allCases: readonly Case[] = [
  ...routingCases,
  ...gateCases,
  ...credentialCases,
  ...secretCases,
  ...requestCases,
  ...strictnessCases,
  ...bodyCases,
  ...bodyParserCases,
  ...depthCases,
  ...renderingCases,
  ...outcomeCases,
  ...endingCases,
  ...transformCases,
  ...policyCases,
  ...channelCases,
];
