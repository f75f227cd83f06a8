// @ts-check
// Express, below a path: `basePath` says what stands before the path of the hooks.
import { createNodeHandler } from "@hookwright/adapter-node";
import express from "express";
import { createExampleIngress } from "./ingress.mjs";

const api = express.Router();
api.use(createNodeHandler(createExampleIngress({ basePath: "/api" })));

const app = express();
app.use("/api", api);
app.get("/health", (_request, response) => {
  response.send("ok");
});
app.listen(Number(process.env.PORT ?? 8787), "127.0.0.1");
