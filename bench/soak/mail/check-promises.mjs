// What a trial left behind → figures, and the promises that were broken.
import { join } from "node:path";
import { keyOf } from "./create-setup.mjs";
import { holdsSecret, lookAtFiles, lookAtModes } from "./find-secrets.mjs";

export function checkPromises({
  setup,
  mailing,
  proxy,
  commands,
  runs,
  codes,
  seen,
  logins,
  options,
}) {
  const { google, folder, secretFolder, state, asked } = setup;
  const { wanted, unwanted, gone } = mailing;
  const keys = (ids) => [...ids].map((id) => keyOf(google, id));
  const isPosted = (key) => proxy.taken.has(key);

  const byMail = new Map([...wanted].map((id) => [`hook:gmail:${id}`, []]));
  const strangeRuns = [];
  for (const run of runs) {
    const found = [...byMail.keys()].find((key) => run.sessionKey?.endsWith(key));
    if (found !== undefined) byMail.get(found).push(run);
    else if (![...gone].some((id) => run.sessionKey?.endsWith(id))) strangeRuns.push(run);
  }
  const counts = [...byMail.values()].map((list) => list.length);
  const notDone = [...byMail.values()].flat().filter(({ state }) => state !== "done");
  const repeated = [...proxy.taken.values()].filter((list) => list.length > 1);
  const changed = repeated.filter((list) => new Set(list.map(({ runId }) => runId)).size > 1);
  const interrupted = runs.filter(({ attempt }) => attempt > 1).length;
  const askedTwice = [...asked.values()].filter((count) => count > 1).length;

  const secrets = setup.secrets();
  // What would be reported if these files were not the place of the tokens.
  const visible = lookAtFiles(secretFolder, { secrets, isTokenFile: () => false });
  const isBlind = visible.length === 0 || !setup.isSeen();
  const exposed = [
    ...seen,
    ...(holdsSecret(commands.run.log(), secrets) ? ["a secret is in the log of gmail run"] : []),
    ...(holdsSecret(commands.serve.log(), secrets) ? ["a secret is in the log of serve"] : []),
    ...lookAtFiles(folder, { secrets, isTokenFile: (path) => path.startsWith(secretFolder) }),
    ...lookAtModes(join(state, "gmail")),
  ];

  const forged = [...(setup.forger?.answers ?? [])];
  const subscription = google.pubsub.status()[setup.subscription];
  const { waiting } = subscription;
  const zero = {
    "notifications that were never acknowledged": waiting,
    "wrong pushes that were taken": forged.reduce((sum, [, { taken }]) => sum + taken, 0),
    "mails that were never posted": keys(wanted).filter((key) => !isPosted(key)).length,
    "sent mails, drafts, spam or trash that were posted": keys(unwanted).filter(isPosted).length,
    "mails without a run": counts.filter((count) => count === 0).length,
    "mails with more than one run": counts.filter((count) => count > 1).length,
    "runs that are not done": notDone.length,
    "runs about no mail of these": strangeRuns.length,
    "mails that the model saw again without an interruption": Math.max(askedTwice - interrupted, 0),
    "repeated posts that were answered with another run": changed.length,
    "ends of gmail run that nobody caused": commands.run.ends.filter((code) => code !== 3).length,
    "ends of serve that nobody caused": commands.serve.ends.length,
    "exit codes other than 0 at the end": Object.values(codes).filter((code) => code !== 0).length,
    "secrets or modes that are wrong": exposed.length,
  };
  const rows = {
    "mails that must be carried out, that must not, that were deleted at once": `${wanted.size}, ${unwanted.size}, ${gone.size}`,
    "kills of gmail run, of serve": `${commands.run.kills()}, ${commands.serve.kills()}`,
    "logins that had to be repeated": logins,
    "posts, refused with 503, without an answer": `${proxy.counts.posts}, ${proxy.counts.refused}, ${proxy.counts.unanswered}`,
    "mails that were posted and taken more than once": repeated.length,
    "runs that were interrupted": interrupted,
    "requests to Google, of them answered with an error": `${google.requests.length}, ${google.requests.filter(({ status }) => status === undefined || status >= 400).length}`,
    ...rowsOfPushes(subscription, forged),
    ...zero,
  };
  const search = isBlind ? ["the search for secrets finds nothing at all"] : [];
  const needed = [
    ...(options.hasFaults && logins === 0 ? ["no login had to be repeated"] : []),
    ...forged
      .filter(([, { refused }]) => refused === 0)
      .map(([kind]) => `no push with ${kind} was refused`),
  ];
  const broken = Object.entries(zero)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what}: ${count}`);
  const ends = commands.run.ends.filter((code) => code !== 3);
  return {
    rows,
    broken: [
      ...broken,
      ...search,
      ...needed,
      ...exposed,
      ...(ends.length > 0 ? [`gmail run ended with ${ends}`] : []),
    ],
  };
}

function rowsOfPushes({ pushes, acknowledged }, forged) {
  if (pushes === 0) return {};
  const sum = (word) => forged.reduce((all, [, answers]) => all + answers[word], 0);
  return {
    "pushes of Pub/Sub, of them taken": `${pushes}, ${acknowledged}`,
    ...(forged.length > 0 && {
      "wrong pushes answered with 401, while nothing listened": `${sum("refused")}, ${sum("other")} (${forged.length} kinds)`,
    }),
  };
}
