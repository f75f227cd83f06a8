// @ts-check
// node lambda-gateway.mjs: HTTP requests → the events that a function URL makes of them, for the example.
import { createServer } from "node:http";
import { handler } from "../lambda.mjs";

const server = createServer(async (request, response) => {
  const chunks = await request.toArray();
  const body = Buffer.concat(chunks);
  const [rawPath = "", rawQueryString = ""] = String(request.url).split("?");
  const event = {
    version: "2.0",
    rawPath,
    rawQueryString,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    ...(body.length > 0 && { body: body.toString("base64") }),
    isBase64Encoded: body.length > 0,
    requestContext: { http: { method: String(request.method), sourceIp: "192.0.2.1" } },
  };
  const answer = await handler(event, { awsRequestId: "r-1" });
  response.writeHead(answer.statusCode, answer.headers).end(answer.body);
});
server.listen(Number(process.env.PORT), "127.0.0.1");
