// Every HTTP case of the contract on the fetch handler itself, without a socket: the everyday run of the gates.
import { allCases } from "../src/cases/index.ts";
import { runCases } from "../src/run-cases.ts";
import { directFetch } from "./targets/direct-fetch.ts";

runCases(directFetch, allCases);
