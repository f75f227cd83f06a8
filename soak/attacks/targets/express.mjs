// The node handler in Express.
import { createNodeHandler } from "@hookwright/adapter-node";
import express from "express";
import { announce, createSoakIngress } from "../../shared/ingress.mjs";

const app = express();
app.use(createNodeHandler(createSoakIngress()));
const server = app.listen(0, "127.0.0.1", () => announce(server.address().port));
