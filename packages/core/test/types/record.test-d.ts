// The code of a record as integrators read it → checked by the compiler, and never run.
import type { EventCode } from "../../src/index.ts";
import type { RecordCode, RequestRecord } from "../../src/serving/ingress/index.ts";

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <const Statement extends true>(statement?: Statement): unknown => statement;

// All codes of the table are named, and one that a rejection of `dispatch` chose is a code, too.
holds<Equal<Extract<RequestRecord["code"], EventCode>, EventCode>>();
holds<Equal<RequestRecord["code"], RecordCode | undefined>>();
export const own: RequestRecord["code"] = "crane_is_busy";
