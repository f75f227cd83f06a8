// Every HTTP case of the contract, against every adapter, over real sockets.
import { allCases } from "../src/cases/index.ts";
import { runCases } from "../src/run-cases.ts";
import { fetchServer } from "./hosts/fetch.ts";
import { expressApp, hooksServer, nodeHttp } from "./hosts/node.ts";

/** A server of its own answers what is not ours with a 404 instead of leaving it alone. */
const whatIsOurs = allCases.filter(({ expect }) => expect !== "not ours");

runCases(nodeHttp, allCases);
runCases(hooksServer, whatIsOurs);
runCases(expressApp, allCases);
runCases(fetchServer, allCases);
