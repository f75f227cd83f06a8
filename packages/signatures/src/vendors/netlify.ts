// Netlify.
import { secretToken } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "netlify",
  name: "Netlify",
  docs: "https://docs.netlify.com/site-deploys/notifications",
  jwt: secretToken("", {
    header: "x-webhook-signature",
    issuers: ["netlify"],
    binds: { claim: "sha256", of: "body" },
    isTimeOptional: true,
  }),
  secretFrom: "The JWS secret token that you set on the notification.",
};

export const samples: readonly Sample[] = [
  {
    event: "deploy_created",
    headers: { "x-netlify-event": "deploy_created" },
    body: ({ iso }) => ({
      id: "5f0000000000000000000001",
      site_id: "0a1b2c3d-0000-4000-8000-000000000001",
      build_id: "5f0000000000000000000002",
      state: "ready",
      name: "acme-site",
      url: "https://site.example.com",
      admin_url: "https://app.netlify.com/sites/acme-site",
      deploy_ssl_url: "https://main--acme-site.netlify.app",
      created_at: iso,
      updated_at: iso,
      error_message: null,
      commit_ref: "4f1c0de4f1c0de4f1c0de4f1c0de4f1c0de4f1c0",
      branch: "main",
      context: "production",
      title: "Correct the opening hours",
    }),
  },
];
