// @ts-check
// Express: a middleware before the body parsers, which have limits and errors of their own.
import { createNodeHandler } from "@hookwright/adapter-node";
import express from "express";
import { createExampleIngress } from "./ingress.mjs";

const app = express();
app.use(createNodeHandler(createExampleIngress()));
app.use(express.json());
app.get("/health", (_request, response) => {
  response.send("ok");
});
app.listen(Number(process.env.PORT ?? 8787), "127.0.0.1");
