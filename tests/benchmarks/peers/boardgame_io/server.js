// boardgame.io's server with its PostgreSQL adapter: `node server.js FOLDER DATABASE`, a socket's folder and a name.
// Prints its port when it serves.
const { Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");
const { CrazyEights } = require("./game.js");

const [host, database] = process.argv.slice(2);
// As many connections as it can use; Sequelize would open five.
const options = { host, database, username: "postgres", logging: false, pool: { max: 32 } };
const server = Server({ games: [CrazyEights], db: new PostgresStore(options), origins: ["http://127.0.0.1"] });

server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  process.stdout.write(`${appServer.address().port}\n`);
});
