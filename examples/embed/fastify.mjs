// @ts-check
// Fastify: a scope of its own whose parsers leave bodies unread, so that the hooks read them.
import { createNodeHandler } from "@hookwright/adapter-node";
import Fastify from "fastify";
import { createExampleIngress } from "./ingress.mjs";

const hooks = createNodeHandler(createExampleIngress());

const app = Fastify();
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
  scope.all("/hooks/*", (request, reply) => {
    reply.hijack();
    return hooks(request.raw, reply.raw);
  });
});
app.get("/health", () => "ok");
await app.listen({ port: Number(process.env.PORT ?? 8787), host: "127.0.0.1" });
