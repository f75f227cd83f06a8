// The exports of @hookwright/store-redis.
export { createRedisStore, type RedisStoreOptions } from "./create-redis-store.ts";
export type { RedisCommands } from "./run-script.ts";
