// Every HTTP case of the contract on the fetch handler itself, without a socket: the everyday run of the gates, with
// hooks of a config and with hooks of its plan as JSON text.
import { HooksConfigError } from "@hookwright/core";
import { plan } from "@hookwright/core/plan";
import { link } from "@hookwright/core/runtime";
import { allCases } from "../src/cases/index.ts";
import { runCases } from "../src/run-cases.ts";
import type { ConformanceTarget } from "../src/target.ts";
import { directFetch } from "./targets/direct-fetch.ts";

runCases(directFetch, allCases);

const ofPlan: ConformanceTarget = {
  ...directFetch,
  name: "createFetchHandler() with hooks of a plan",
  compile: (config, options) => {
    const planned = plan(config, options);
    const linked = planned.ok ? link(JSON.parse(JSON.stringify(planned.plan)), options) : planned;
    if (!linked.ok) throw new HooksConfigError(linked.problems);
    return linked.hooks;
  },
};

runCases(ofPlan, allCases);
