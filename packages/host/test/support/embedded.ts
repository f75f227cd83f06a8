// The engine and the store of this package, in the process of the test and on a stopped clock.
import { createEngine } from "../../src/engine/create-engine.ts";
import { type OpenLedgerOptions, openLedger } from "../../src/ledger/open-ledger.ts";
import type { Ledger } from "../../src/model/ledger.ts";
import { breakableLedger } from "./breakable-ledger.ts";
import { createFakeTime } from "./fake-clock.ts";
import type { HostTarget } from "./test-host.ts";

export type TestLedgerOptions = Pick<
  OpenLedgerOptions,
  "folder" | "clock" | "limits" | "freeBytes"
>;

export async function openTestLedger(options: TestLedgerOptions): Promise<Ledger> {
  const opened = await openLedger({ ...options, warn: () => undefined });
  if (!opened.ok) throw new Error(`${opened.problem.message}. ${opened.problem.hint}.`);
  return opened.ledger;
}

/** `open`: opens another store, or one that a test watches. */
export function embeddedOn(
  open: (options: TestLedgerOptions) => Promise<Ledger>,
  name = "embedded",
): HostTarget {
  return {
    name,
    createTime: () => createFakeTime(),
    start: async ({
      folder,
      limits,
      life,
      time: { clock, timer },
      channels,
      files,
      ...options
    }) => {
      const ledger = await open({ folder, clock, limits });
      const store = breakableLedger(ledger);
      let ids = 0;
      const { leftPrograms } = options;
      const engine = await createEngine({
        ledger: store.ledger,
        settings: options.settings,
        runner: options.runner,
        channels: new Map(channels.map((channel) => [channel.id, channel])),
        notify: options.notify,
        clock,
        timer,
        randomId: () => `id-${life}-${++ids}`,
        random: () => 0.5,
        readText: async (path) => {
          const file = files[path];
          if (file instanceof Error) throw file;
          return file;
        },
        observer: (record) => {
          options.observer(record);
          if (options.observerThrows) throw new Error("no space for records");
        },
        warn: options.warn,
        ...(leftPrograms && { endLeftPrograms: () => leftPrograms }),
      });
      return {
        engine,
        ledger,
        breakStore: store.break,
        kill: async () => {
          store.break("dead");
          await ledger.close();
        },
      };
    },
  };
}

export const embedded: HostTarget = embeddedOn(openTestLedger);
