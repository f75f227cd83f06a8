// A login in real files.
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { chooseCredentials } from "./choose-credentials.ts";
import { LOGIN_FILE, readLogin, writeLogin } from "./credentials.ts";

const ACCOUNT = "you@gmail.com";

const LOGIN = {
  type: "authorized_user",
  clientId: "c",
  clientSecret: "s",
  refreshToken: "r",
} as const;

test("writeLogin() makes a file that only its owner can read, also over another one", async () => {
  const folder = createTempDir({ [LOGIN_FILE]: "old", [`${LOGIN_FILE}.new`]: "draft" });
  await writeLogin(folder, LOGIN);
  expect(readdirSync(folder)).toEqual([LOGIN_FILE]);
  expect(statSync(join(folder, LOGIN_FILE)).mode & 0o777).toBe(0o600);
  expect(await readLogin(folder, ACCOUNT)).toEqual({ ok: true, value: LOGIN });
});

test("readLogin() says what to do where there is no login, or none that is safe or can be read", async () => {
  const folder = createTempDir();
  const hint = "Run hookwright gmail setup FILE --account you@gmail.com.";
  expect(await readLogin(folder, ACCOUNT)).toEqual({
    ok: false,
    failure: { code: "needs_login", message: "Nobody has logged in as you@gmail.com yet.", hint },
  });
  const path = join(folder, LOGIN_FILE);
  writeFileSync(path, "{}");
  chmodSync(path, 0o640);
  expect(await readLogin(folder, ACCOUNT)).toMatchObject({
    failure: {
      code: "needs_login",
      message: expect.stringContaining("Others can read"),
      hint: `Run "chmod 600 ${path}".`,
    },
  });
  expect(await readLogin(join(path, "below-a-file"), ACCOUNT)).toMatchObject({
    failure: { message: expect.stringContaining("ENOTDIR"), hint },
  });
});

test("chooseCredentials() takes those of the config before the login", async () => {
  const folder = createTempDir();
  await writeLogin(folder, LOGIN);
  const named = { type: "authorized_user", client_id: "x", client_secret: "y", refresh_token: "z" };
  const text = JSON.stringify(named);
  expect(await chooseCredentials({ text, folder, account: ACCOUNT })).toMatchObject({
    value: { refreshToken: "z" },
  });
  expect(await chooseCredentials({ folder, account: ACCOUNT })).toMatchObject({
    value: { refreshToken: "r" },
  });
});
