// Plays a whole game with the generated client alone. The argument is the address of the service.
import { randomUUID } from "node:crypto";
import * as sdk from "../../../build/sdk/typescript/src/index.js";

const basePath = process.argv[2];
const { access } = await new sdk.AuthApi(new sdk.Configuration({ basePath })).createGuest({ idempotencyKey: randomUUID() });
const configuration = new sdk.Configuration({ basePath, accessToken: access });
const lobby = new sdk.LobbyApi(configuration);
const play = new sdk.PlayApi(configuration);

function must(holds: boolean, what: string): void {
    if (!holds) throw new Error(what);
}

// A type that this client does not know has no reader, and is skipped.
function read(type: string, data: object): boolean {
    const name = type.split(/[-_]/).map((word) => word[0].toUpperCase() + word.slice(1)).join("");
    const readers = sdk as unknown as Record<string, (data: object) => unknown>;
    if (!(`${name}DataFromJSON` in readers)) return false;
    must(readers[`instanceOf${name}Data`](data) === true, `${type}: ${JSON.stringify(data)}`);
    return readers[`${name}DataFromJSON`](data) !== null;
}

const known: string[] = (await play.getEventTypes()).types;
must(known.includes(sdk.EventType.CardsPlayed), "event types");

const variant = await new sdk.RulesApi(configuration).getVariant({ key: "mau_mau" });
const choices = Object.fromEntries(variant.options.map((option) => [option.name, option.choices]));
const options = { deck: choices.deck[1], score: choices.score[0], seven_stack: choices.seven_stack[1] };
must(options.deck.number === 36 && options.score.choice === "off" && options.seven_stack.flag === true, "options");

for (const clock of [{ preset: sdk.ClockPreset.Daily }, { turn: 3600, bank: 7200 }]) {
    const { terms } = await lobby.openGame({ gameRequest: { variant: "mau_mau", seats: 2, clock } });
    must(terms.clock.turn !== undefined && terms.clock.preset === clock.preset, JSON.stringify(terms.clock));
    const again = await lobby.openGame({ gameRequest: { variant: "mau_mau", seats: 2, clock: terms.clock } });
    must(JSON.stringify(again.terms.clock) === JSON.stringify(terms.clock), JSON.stringify(again.terms.clock));
}

const clock = { preset: sdk.ClockPreset.None };
let table: sdk.GameTable = await lobby.openGame({
    gameRequest: { variant: "mau_mau", seats: 2, bots: ["novice"], botPause: 0, options, clock },
    idempotencyKey: randomUUID(),
});
must(JSON.stringify(table.ruleset.options.deck) === JSON.stringify(options.deck), JSON.stringify(table.ruleset.options));

/** Makes an illegal move on the own turn, and returns what the problem says. */
async function refused(turn: number): Promise<string> {
    try {
        await play.makeMove({ game: table.id, moveRequest: { turn, move: "believe" }, idempotencyKey: randomUUID() });
        return "";
    } catch (error) {
        const document = sdk.ProblemDocumentFromJSON(await (error as sdk.ResponseError).response.json());
        return `${document.code} ${document.reason !== undefined} ${document.errors !== undefined}`;
    }
}

let problem = "";
let moves = 0;
let version = 0;
let decoded = 0;
while (table.status !== sdk.GameStatus.Over) {
    const page = await play.listGameEvents({ game: table.id, after: version, limit: 100, wait: 20 });
    for (const event of page.items) {
        must(event.version === version + 1 && event.at instanceof Date, `version ${event.version}`);
        version = event.version;
        decoded += read(event.type, event.data) ? 1 : 0;
    }
    table = await play.getGame({ game: table.id });
    const legal = table.you?.moves ?? [];
    if (table.version > version || table.onTurn !== table.you?.seat || legal.length === 0) continue;
    problem = problem || (await refused(table.turn));
    const move = legal.find((one) => one[0] !== one[0].toLowerCase() || /\d/.test(one[0])) ?? legal[0];
    const request = { game: table.id, moveRequest: { turn: table.turn, move }, idempotencyKey: randomUUID() };
    const answer = await play.makeMove(request);
    if (moves === 0) {
        must((await play.makeMove(request)).table.version === answer.table.version, "the same key, another answer");
    }
    table = answer.table;
    moves += 1;
}
const rest = await play.listGameEvents({ game: table.id, after: version, limit: 100 });
decoded += rest.items.filter((event) => read(event.type, event.data)).length;
version += rest.items.length;
console.log(JSON.stringify({ status: table.status, moves, problem, places: table.result?.places.length, unread: version - decoded }));
