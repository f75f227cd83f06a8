// Budgets for tests: the one that an event has by default, and how much of it a call takes.
import { Budget, DEFAULT_RENDER_LIMITS } from "../src/serving/render/budget.ts";

export function eventBudget(): Budget {
  return new Budget(DEFAULT_RENDER_LIMITS);
}

export function unitsOf(work: (budget: Budget) => unknown): number {
  const budget = eventBudget();
  const before = budget.unitsLeft;
  work(budget);
  return before - budget.unitsLeft;
}
