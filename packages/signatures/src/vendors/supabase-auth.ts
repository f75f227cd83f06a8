// Supabase Auth Hooks.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("supabase-auth", "Supabase Auth Hooks", {
  aliases: ["supabase"],
  docs: "https://supabase.com/docs/guides/auth/auth-hooks",
  secretFrom: "Dashboard, Authentication, Hooks: `v1,whsec_…`, which may be pasted as it is.",
});

export const page: VendorPage = {
  notes: ["Paste the secret as it is shown, with `v1,` before it."],
};

export const samples: readonly Sample[] = [
  {
    event: "send_email",
    body: () => ({
      user: { id: "8484b834-f29e-4af2-bf42-80644d154f76", email: "ben@example.com" },
      email_data: {
        token: "305805",
        email_action_type: "signup",
        redirect_to: "https://example.com/",
        site_url: "https://example.com",
      },
    }),
  },
];
