// The mappings of an application that has the core built in.
import { defineHooks, type HookwrightConfigInput } from "@hookwright/core";

/** Failed runs of the main branch are looked into; a merged pull request only informs. */
export const config: HookwrightConfigInput = defineHooks({
  hooks: {
    mappings: [
      {
        id: "main-is-red",
        match: {
          path: "github",
          headers: { "x-github-event": "workflow_run" },
          when: {
            and: [
              { "==": [{ var: "payload.workflow_run.conclusion" }, "failure"] },
              { "==": [{ var: "payload.workflow_run.head_branch" }, "main"] },
            ],
          },
        },
        sessionKey: "hook:ci:{{repository.full_name}}:{{workflow_run.head_branch}}",
        instructions: "Find the commit that broke it. Change nothing.",
        messageTemplate:
          "{{workflow_run.name}} failed on {{workflow_run.head_branch}}: {{workflow_run.html_url}}",
      },
      {
        id: "merged",
        match: {
          path: "github",
          headers: { "x-github-event": "pull_request" },
          when: { "==": [{ var: "payload.pull_request.merged" }, true] },
        },
        action: "wake",
        wakeMode: "next-heartbeat",
        textTemplate: "#{{number}} was merged: {{pull_request.title}}",
      },
    ],
  },
});
