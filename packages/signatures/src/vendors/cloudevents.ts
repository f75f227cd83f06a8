// CloudEvents and Azure Event Grid.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "cloudevents",
  name: "CloudEvents and Azure Event Grid",
  token: { query: "key" },
  handshake: "cloudevents",
  secretFrom: "Choose one, and add `?key=…` to the URL of the subscription.",
};

export const samples: readonly Sample[] = [
  {
    event: "com.example.sample",
    headers: { "content-type": "application/cloudevents+json" },
    body: ({ id, iso }) => ({
      specversion: "1.0",
      id,
      type: "com.example.sample",
      source: "/samples",
      time: iso,
      datacontenttype: "application/json",
      data: { name: "Sample" },
    }),
  },
];
