// createHooksServer().
import { createHooksServer } from "@hookwright/adapter-node";
import { announce, createSoakIngress } from "../../shared/ingress.mjs";

const { port } = await createHooksServer({ ingress: createSoakIngress() }).listen();
announce(port);
