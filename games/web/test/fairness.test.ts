import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { check, type Given, reasonOf, STEPS, type StepName } from "../src/replay/fairness/check";

/** A game that was played and recorded, with its evidence, the keys of the service, and a receipt from during the game. */
const RECORDED = readFileSync(new URL("./games/sealed.json", import.meta.url), "utf8");

interface Recorded {
  events: Given["events"][number][];
  fairness: Given["evidence"];
  keys: { keys: Given["keys"] };
  kept: Given["kept"]["receipts"][number];
}

let game: Recorded;
beforeEach(() => {
  game = JSON.parse(RECORDED) as Recorded;
});

function all(): Given {
  const kept = { seat: 0, nonce: "tulips-and-daffodils-in-the-first-days-of-may", receipts: [game.kept] };
  return { evidence: game.fairness, events: game.events, keys: game.keys.keys, kept };
}

async function failing(): Promise<[StepName, number | null][]> {
  const given = all();
  const steps = await check(given);
  expect(steps.map(({ name }) => name)).toEqual([...STEPS]);
  if (steps.some(({ state }) => state === "fails")) expect(reasonOf(steps, given)).toBe("wrong");
  return steps.filter(({ state }) => state === "fails").map(({ name, version }) => [name, version]);
}

function event(type: string): Given["events"][number] {
  const found = game.events.find((each) => each.type === type);
  if (!found) throw new Error(`no ${type}`);
  return found;
}

describe("a fair game", () => {
  test("passes every step", async () => {
    const heard: string[] = [];
    const steps = await check(all(), ({ name }) => heard.push(name));

    expect(steps.filter(({ state }) => state !== "holds")).toEqual([]);
    expect(heard).toEqual([...STEPS]);
    expect(steps.find(({ name }) => name === "cards")?.count).toBe(3);
    expect(steps.find(({ name }) => name === "chain")?.count).toBe(game.events.length);
  });

  test("may be signed again with a newer key", async () => {
    const key = game.keys.keys[0];
    if (key) key.valid_from = "2027-01-01T00:00:00.000000Z";

    expect(await failing()).toEqual([]);
  });

  test("says what could not be checked", async () => {
    const given = { ...all(), keys: [], kept: { seat: null, nonce: null, receipts: [] } };
    const open = (await check(given)).filter(({ state }) => state === "open");

    expect(open.map(({ name }) => name)).toEqual(["receipt", "kept", "own"]);
  });
});

test("of a game that runs, the chain is checked, and the cards stay open", async () => {
  const last = game.events.findIndex(({ type }) => type === "seat-resigned") - 1;
  const events = game.events.slice(0, last).map((each) => ({ ...each, salt: null, origin: null }));
  const hidden = ({ data, private_fields }: Given["events"][number]) =>
    Object.fromEntries(Object.entries(data).filter(([name]) => !private_fields.includes(name)));
  const running = events.map((each) => ({ ...each, data: hidden(each), private_fields: [] }));
  const evidence = {
    ...game.fairness,
    status: "playing" as const,
    seed: null,
    acts: [],
    head: running.at(-1)?.hash ?? "",
    receipt: { ...game.kept },
  };
  const steps = await check({ ...all(), evidence, events: running });

  expect(steps.find(({ name }) => name === "chain")?.state).toBe("holds");
  expect(steps.find(({ name }) => name === "cards")?.state).toBe("open");
});

describe("a house that cheats is found out when it", () => {
  test("changes a card that was played", async () => {
    const played = event("cards-played");
    (played.data.cards as string[])[0] = "AS";

    const found = await failing();

    expect(found).toContainEqual(["chain", played.version]);
  });

  test("deals another hand, and seals it anew", async () => {
    const dealt = event("cards-dealt");
    const hands = dealt.data.hands as string[][];
    [hands[0], hands[1]] = [hands[1] as string[], hands[0] as string[]];

    const found = await failing();

    expect(found).toContainEqual(["seals", dealt.version]);
    expect(found).toContainEqual(["cards", dealt.version]);
  });

  test.each([
    ["dealer", 0],
    ["direction", -1],
    ["deal", 2],
    ["seats", [0]],
  ])("begins a deal with another %s", async (name, value) => {
    const began = event("deal-began");
    expect(began.data[name]).not.toEqual(value);
    began.data[name] = value;

    expect(await failing()).toContainEqual(["cards", began.version]);
  });

  test("swaps two cards of the stock", async () => {
    const cards = event("stock-shuffled").data.cards as string[];
    [cards[0], cards[1]] = [cards[1] as string, cards[0] as string];

    expect(await failing()).toContainEqual(["cards", event("stock-shuffled").version]);
  });

  test("leaves an event out", async () => {
    game.events.splice(9, 1);

    expect(await failing()).toContainEqual(["chain", 10]);
  });

  test("leaves the end out", async () => {
    game.events.pop();

    expect((await failing()).map(([name]) => name)).toEqual(["chain", "receipt", "cards"]);
  });

  test("shows another seed", async () => {
    game.fairness.seed = "00".repeat(32);
    event("game-opened").data.seed = game.fairness.seed;

    expect((await failing()).map(([name]) => name)).toEqual(["seals", "commitment", "nonces", "cards"]);
  });

  test("shows no seed after the end", async () => {
    game.fairness.seed = null;

    expect((await failing()).map(([name]) => name)).toEqual(["commitment"]);
  });

  test("gives a bot a nonce of its choice", async () => {
    const bot = game.events.findLast(({ type }) => type === "seat-taken") as Given["events"][number];
    bot.data.nonce = "ab".repeat(32);
    game.fairness.nonces[1] = "ab".repeat(32);

    expect((await failing()).map(([name]) => name)).toEqual(["chain", "nonces", "cards"]);
  });

  test("opens another nonce than the one that was sealed", async () => {
    event("nonce-opened").data.nonce = "another nonce";
    game.fairness.nonces[0] = "another nonce";

    expect((await failing()).map(([name]) => name)).toEqual(["chain", "own", "sealed", "cards"]);
  });

  test("plays by another ruleset", async () => {
    game.fairness.ruleset = game.fairness.ruleset.replace('"7', '"8');

    expect(await failing()).toEqual([["ruleset", 1]]);
  });

  test("hides more than the type of an event hides", async () => {
    const played = event("cards-played");
    played.private_fields = [...played.private_fields, "target"];

    expect((await failing()).map(([name]) => name)).toContain("seals");
  });

  test("adds a random act", async () => {
    event("turn-began").data.act = 3;

    expect((await failing()).map(([name]) => name)).toContain("cards");
  });

  test("rewrote the game after it gave a receipt", async () => {
    game.kept.head = `sha256:${"ab".repeat(32)}`;

    expect(await failing()).toEqual([["kept", game.kept.version]]);
  });

  test("signs with another key", async () => {
    const last = game.fairness.receipt;
    last.signature = `A${last.signature.slice(1)}`;

    expect(await failing()).toEqual([["receipt", last.version]]);
  });

  test("signs with a key that was retired before", async () => {
    const key = game.keys.keys[0];
    if (key) key.valid_until = "2026-01-01T00:00:00.000000Z";

    expect((await failing()).map(([name]) => name)).toEqual(["receipt", "kept"]);
  });

  test("shows a key that has another name", async () => {
    const key = game.keys.keys[0];
    if (key) key.x = `A${key.x.slice(1)}`;

    expect((await failing()).map(([name]) => name)).toEqual(["receipt", "kept"]);
  });

  test("sends what is no evidence", async () => {
    game.events = game.events.map((each) => ({ ...each, hash: "none" }));

    expect((await failing()).map(([name]) => name)).toContain("chain");
  });
});
