# workerd serve workerd.capnp: the worker as one file, as wrangler would upload it.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "hooks", worker = .hooks)],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "hooks")],
);

const hooks :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundle.js")],
  bindings = [
    (name = "HOOK_TOKEN", fromEnvironment = "HOOK_TOKEN"),
    (name = "GITHUB_SECRET", fromEnvironment = "GITHUB_SECRET"),
  ],
  compatibilityDate = "2026-04-01",
);
