// `host.runner.http`, as written → the options of an HTTP runner; undefined where a setting is missing.
import { THINKING_LEVELS } from "../../model/turn.ts";
import { defined } from "../defined.ts";
import { readLevels } from "../read-levels.ts";
import type { SettingsReader } from "../settings-reader.ts";
import { MAX_SILENCE_MS } from "./call-model.ts";
import type { HttpRunnerOptions } from "./http-options.ts";

export const HTTP_KEYS: readonly string[] = [
  ...["baseUrl", "apiKey", "api", "model", "models", "provider", "headers", "system"],
  ...["thinkingLevels", "maxOutputTokens", "stream", "silenceSeconds", "extraBody"],
];

export function readHttpSettings(reader: SettingsReader): HttpRunnerOptions | undefined {
  const baseUrl = reader.text("baseUrl", {
    isValid: isBaseUrl,
    hint: 'Write an address such as "https://api.openai.com/v1": with the version, without a user name and without /chat/completions.',
  });
  const seconds = reader.integer("silenceSeconds", { min: 1, max: MAX_SILENCE_MS / 1_000 });
  const options = defined({
    apiKey: reader.secret("apiKey"),
    api: reader.choice("api", ["chat", "responses"]),
    model: reader.text("model"),
    models: reader.texts("models"),
    provider: reader.text("provider"),
    headers: reader.secrets("headers"),
    system: reader.text("system"),
    thinkingLevels: readLevels(reader, THINKING_LEVELS),
    maxOutputTokens: reader.integer("maxOutputTokens", { min: 1, max: 10_000_000 }),
    stream: reader.flag("stream"),
    silenceMs: seconds === undefined ? undefined : seconds * 1_000,
    extraBody: reader.object("extraBody"),
  });
  return baseUrl === undefined ? undefined : { baseUrl, ...options };
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "") return false;
  return !/\/(?:chat\/completions|responses)\/?$/.test(pathname);
}
