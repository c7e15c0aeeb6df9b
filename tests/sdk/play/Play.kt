// Plays a whole game with the generated client alone. The argument is the address of the service.
import java.util.UUID
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.serializer
import maumau.client.apis.AuthApi
import maumau.client.apis.LobbyApi
import maumau.client.apis.PlayApi
import maumau.client.apis.RulesApi
import maumau.client.infrastructure.ApiClient
import maumau.client.infrastructure.ClientError
import maumau.client.infrastructure.ClientException
import maumau.client.infrastructure.Serializer
import maumau.client.models.ClockPreset
import maumau.client.models.EventType
import maumau.client.models.GameClock
import maumau.client.models.GameRequest
import maumau.client.models.GameStatus
import maumau.client.models.MoveRequest
import maumau.client.models.OptionValue
import maumau.client.models.ProblemDocument

val json = Serializer.kotlinxSerializationJson

fun key(): String = UUID.randomUUID().toString()

// A type that this client does not know has no class, and is skipped.
fun read(type: String, data: Map<String, JsonElement>): Int {
    val name = type.split("-").joinToString("") { word -> word.replaceFirstChar { it.uppercase() } }
    val kind = try {
        Class.forName("maumau.client.models.${name}Data")
    } catch (unknown: ClassNotFoundException) {
        return 0
    }
    return if (kind.isInstance(json.decodeFromJsonElement(serializer(kind), JsonObject(data)))) 1 else 0
}

fun refused(play: PlayApi, game: UUID, turn: Int): String =
    try {
        play.makeMove(key(), game, MoveRequest(move = "believe", turn = turn))
        ""
    } catch (error: ClientException) {
        val document = json.decodeFromString<ProblemDocument>((error.response as ClientError<*>).body as String)
        "${document.code} ${document.reason != null} ${document.errors != null}"
    }

fun main(arguments: Array<String>) {
    val base = arguments[0]
    ApiClient.accessToken = AuthApi(base).createGuest(idempotencyKey = key()).access
    val lobby = LobbyApi(base)
    val play = PlayApi(base)
    check(EventType.CARDS_PLAYED in play.getEventTypes().types)

    val offered = RulesApi(base).getVariant("mau_mau").options.associate { it.name to it.choices }
    val options = mapOf(
        "deck" to offered.getValue("deck")[1],
        "score" to offered.getValue("score")[0],
        "seven_stack" to offered.getValue("seven_stack")[1],
    )
    check(options.values.toList() == listOf(OptionValue(number = 36), OptionValue(choice = "off"), OptionValue(flag = true)))

    for (clock in listOf(GameClock(preset = ClockPreset.DAILY), GameClock(turn = 3600, bank = 7200))) {
        val terms = lobby.openGame(GameRequest(variant = "mau_mau", seats = 2, clock = clock)).terms
        check(terms.clock.turn != null && terms.clock.preset == clock.preset) { terms.clock }
        check(lobby.openGame(GameRequest(variant = "mau_mau", seats = 2, clock = terms.clock)).terms.clock == terms.clock)
    }

    val request = GameRequest(
        variant = "mau_mau", seats = 2, bots = listOf("novice"), botPause = 0, options = options,
        clock = GameClock(preset = ClockPreset.NONE),
    )
    val opened = lobby.openGame(request, idempotencyKey = key())
    check(opened.ruleset.options["deck"] == options["deck"])
    var problem = ""
    var moves = 0
    var version = 0
    var decoded = 0
    while (true) {
        for (event in play.listGameEvents(opened.id, after = version, limit = 100, wait = 20).items) {
            check(event.version == version + 1)
            version = event.version
            decoded += read(event.type, event.data)
        }
        val table = play.getGame(opened.id)
        if (table.version > version) continue
        if (table.status == GameStatus.OVER) {
            val places = table.result!!.places.size
            println("""{"status": "over", "moves": $moves, "problem": "$problem", "places": $places, "unread": ${version - decoded}}""")
            kotlin.system.exitProcess(0) // OkHttp's threads would live on for a minute
        }
        val you = table.you
        if (you == null || table.onTurn != you.seat || you.moves.isEmpty()) continue
        if (problem.isEmpty()) problem = refused(play, opened.id, table.turn) // on the own turn, when nobody else moves
        val move = MoveRequest(move = you.moves.firstOrNull { !it[0].isLowerCase() } ?: you.moves[0], turn = table.turn)
        val once = key()
        val answer = play.makeMove(once, opened.id, move)
        if (moves == 0) check(play.makeMove(once, opened.id, move).table.version == answer.table.version)
        moves += 1
    }
}
