// A local Google, a proxy and processes → what goes wrong with them in a trial.
import { pause } from "./mailing.mjs";

/** Google is not always well. */
export function failNow(google, random) {
  const kinds = [
    { kind: "status", status: 500 },
    { kind: "status", status: 503 },
    { kind: "reset", when: "before" },
    { kind: "reset", when: "after" },
    { kind: "half" },
    { kind: "delay", milliseconds: 2_000 },
  ];
  const paths = ["/history", "/messages/", ":pull", ":acknowledge", "/token"];
  const path = paths[Math.floor(random() * paths.length)];
  google.failNext(
    { path, skip: Math.floor(random() * 3) },
    kinds[Math.floor(random() * kinds.length)],
  );
}

/** Each comes when so much of the mails has come. */
export function planFaults({ google, proxy, commands, setOnLogin }) {
  const expireWatch = () => google.gmail.expireWatch();
  const expireHistory = () => {
    commands.run.kill();
    google.gmail.expireHistory();
  };
  const revoke = async () => {
    const isNeeded = new Promise((resolve) => setOnLogin(resolve));
    google.oauth.revoke();
    google.gmail.deliver({ labels: ["SPAM"] });
    await Promise.race([isNeeded, pause(120_000)]);
  };
  const refuse = async () => {
    proxy.refuse(true);
    await pause(12_000);
    proxy.refuse(false);
  };
  return [
    { at: 0.15, fault: expireWatch },
    { at: 0.2, fault: google.oauth.rotateKeys },
    { at: 0.3, fault: expireHistory },
    { at: 0.45, fault: revoke },
    { at: 0.6, fault: refuse },
    { at: 0.75, fault: expireHistory },
    { at: 0.8, fault: expireWatch },
    { at: 0.85, fault: revoke },
  ];
}
