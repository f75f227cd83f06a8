import { expect, test } from "vitest";
import { explain } from "../../test/explaining/explain.ts";

const FIRING = {
  match: { path: "alerts" },
  forEach: { path: "alerts", when: { "==": [{ var: "item.status" }, "firing"] } },
  messageTemplate: "{{item.name}}",
};

test("reportElements() tells what forEach.when saw in each element", async () => {
  const alerts = [
    { status: "resolved", name: "disk" },
    { status: "firing", name: "cpu" },
  ];
  const { elements } = await explain([FIRING], { path: "alerts", payload: { alerts } });
  expect(elements).toEqual([
    {
      index: 0,
      isChosen: false,
      wouldBeChosenIf: 'item.status were "firing"',
      atoms: [
        {
          path: [],
          expression: 'item.status == "firing"',
          holds: false,
          seen: [{ expression: "item.status", value: "resolved" }],
          wouldMatchIf: 'item.status were "firing"',
        },
      ],
    },
    {
      index: 1,
      isChosen: true,
      atoms: [
        {
          path: [],
          expression: 'item.status == "firing"',
          holds: true,
          seen: [{ expression: "item.status", value: "firing" }],
        },
      ],
    },
  ]);
});

test("reportElements() reads the event and the index as well", async () => {
  const when = { and: [{ ">": [{ var: "index" }, 0] }, { exists: "headers.x-event" }] };
  const mapping = { ...FIRING, forEach: { path: "alerts", when } };
  const { elements } = await explain([mapping], { path: "alerts", payload: { alerts: [1, 2] } });
  expect(elements.map(({ atoms }) => atoms.map(({ holds }) => holds))).toEqual([
    [false, false],
    [true, false],
  ]);
  expect(elements[0]?.atoms[0]?.seen).toEqual([{ expression: "index", value: 0 }]);
});

test("reportElements() reports the first elements of many, and none without a rule", async () => {
  const alerts = Array.from({ length: 30 }, () => ({ status: "firing", name: "x" }));
  const event = { path: "alerts", payload: { alerts } };
  expect((await explain([FIRING], event)).elements).toHaveLength(20);
  expect((await explain([{ ...FIRING, forEach: "alerts" }], event)).elements).toEqual([]);
});
