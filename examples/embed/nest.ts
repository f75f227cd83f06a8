// Nest: a middleware before Nest's own body parser, which is added when the application starts to listen.
import "reflect-metadata";
import { createNodeHandler } from "@hookwright/adapter-node";
import { Controller, Get, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { createExampleIngress } from "./ingress.mjs";

@Controller()
class HealthController {
  @Get("health")
  health(): string {
    return "ok";
  }
}

@Module({ controllers: [HealthController] })
class AppModule {}

const app = await NestFactory.create(AppModule);
app.use(createNodeHandler(createExampleIngress()));
await app.listen(Number(process.env.PORT ?? 8787), "127.0.0.1");
