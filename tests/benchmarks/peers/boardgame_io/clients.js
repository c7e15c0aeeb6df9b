// Clients of boardgame.io's server in one process: `node clients.js PORT`. Obeys lines of its input:
//
// - `rate CLIENTS SECONDS`: let so many pairs of players move, each pair one move after the other;
//   prints moves a second;
// - `heard SECONDS`: let one pair move; prints the milliseconds until the opponent heard of each move, as JSON.
//
// They speak the protocol of boardgame.io's own client, and leave out its copy of the rules, which would take time.
const readline = require("node:readline");
const { io } = require("socket.io-client");
const { legalMoves } = require("./game.js");

const url = `http://127.0.0.1:${process.argv[2]}`;
const GAME = "crazy-eights";
const QUIET = 30;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${url}/games/${GAME}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

// A connection of one player, who may join one match after the other.
class Seat {
  constructor(playerID) {
    this.playerID = playerID;
    this.socket = io(`${url}/${GAME}`, { transports: ["websocket"], forceNew: true });
    this.hears = () => {};
    this.socket.on("update", (matchID, state) => matchID === this.matchID && this.see(state));
    this.socket.on("sync", (matchID, { state }) => matchID === this.matchID && this.see(state));
  }

  see(state) {
    this.state = state;
    this.hears(performance.now());
  }

  // Returns a promise of the time at which the seat sees a state after *stateID*.
  after(stateID) {
    return new Promise((resolve) => {
      this.hears = (time) => this.state._stateID > stateID && resolve(time);
    });
  }

  async join(matchID) {
    this.matchID = matchID;
    const { playerCredentials } = await post(`${matchID}/join`, { playerID: this.playerID, playerName: this.playerID });
    this.credentials = playerCredentials;
    const known = this.after(-1);
    const added = new Promise((resolve) => this.socket.once("matchData", resolve));
    this.socket.emit("sync", matchID, this.playerID, playerCredentials, 2);
    await Promise.all([known, added]);
  }

  move([type, ...args]) {
    const { playerID, credentials, state, matchID } = this;
    const payload = { type, args, playerID, credentials };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, playerID);
  }
}

// Two players who play one match after the other.
class Pair {
  constructor() {
    this.seats = [new Seat("0"), new Seat("1")];
  }

  async open() {
    const { matchID } = await post("create", { numPlayers: 2 });
    for (const seat of this.seats) await seat.join(matchID);
  }

  // Makes a move. Returns the milliseconds until the player, and until the opponent, has the new state.
  async step() {
    if (!this.seats[0].state || this.seats[0].state.ctx.gameover) await this.open();
    const { ctx, _stateID } = this.seats[0].state;
    const player = this.seats[Number(ctx.currentPlayer)];
    const moves = legalMoves(player.state.G, player.playerID);
    const known = this.seats.map((seat) => seat.after(_stateID));
    const begun = performance.now();
    player.move(moves[Math.floor(Math.random() * moves.length)]);
    const times = await Promise.all(known);
    const own = Number(player.playerID);
    return [times[own] - begun, times[1 - own] - begun];
  }
}

const pairs = [];

// Little's law, as for our clients: what a client does between requests does not count.
async function rate(clients, seconds) {
  while (pairs.length < clients) pairs.push(new Pair());
  const until = performance.now() + seconds * 1000;
  let count = 0;
  let spent = 0;
  const run = async (pair) => {
    do {
      const [own] = await pair.step();
      spent += own;
      count += 1;
    } while (performance.now() < until);
  };
  await Promise.all(pairs.slice(0, clients).map(run));
  return (clients * count * 1000) / spent;
}

async function heard(seconds) {
  if (!pairs.length) pairs.push(new Pair());
  const until = performance.now() + seconds * 1000;
  const delays = [];
  do {
    const [, opponent] = await pairs[0].step();
    delays.push(opponent);
    await pause(QUIET);
  } while (performance.now() < until);
  return JSON.stringify(delays);
}

const commands = { rate, heard };

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [command, ...numbers] = line.split(" ");
    process.stdout.write(`${await commands[command](...numbers.map(Number))}\n`);
  }
  process.exit(0);
})();
