// All cases, topic by topic.
import type { Case } from "../case.ts";
import { bodyCases } from "./bodies.ts";
import { credentialCases } from "./credentials.ts";
import { outcomeCases } from "./outcomes.ts";
import { requestCases } from "./requests.ts";
import { routingCases } from "./routing.ts";

export const allCases: readonly Case[] = [
  ...routingCases,
  ...credentialCases,
  ...requestCases,
  ...bodyCases,
  ...outcomeCases,
];
