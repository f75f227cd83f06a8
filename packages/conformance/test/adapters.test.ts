// Every HTTP case of the contract, against every adapter, over real sockets.
import { allCases } from "../src/cases/index.ts";
import { fetchServer } from "../src/hosts/fetch.ts";
import { expressApp, hooksServer, nodeHttp } from "../src/hosts/node.ts";
import { runCases } from "../src/run-cases.ts";

/** A server of its own answers what is not ours with a 404 instead of leaving it alone. */
const whatIsOurs = allCases.filter(({ expect }) => expect !== "not ours");

runCases(nodeHttp, allCases);
runCases(hooksServer, whatIsOurs);
runCases(expressApp, allCases);
runCases(fetchServer, allCases);
