import { afterEach, expect } from "vitest";
import { watchTallies } from "./accounts.ts";

const unbalancedTallies = watchTallies();

afterEach(() => expect(unbalancedTallies(), "accounts that do not balance (E7)").toEqual([]));
