/** The answers of the API by their names in the contract. */
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Table = Schemas["CurrentTable"];
export type PastTable = Schemas["GameTable"];
export type Seat = Schemas["Seat"];
export type You = Schemas["You"];
export type MoveChoice = Schemas["MoveChoice"];
export type Effects = Schemas["Effects"];
export type GameEvent = Schemas["GameEvent"];
export type DigestLine = Schemas["DigestLine"];
export type OwnGame = Schemas["OwnGame"];
export type OwnGames = Schemas["OwnGames"];
export type ListedGame = Schemas["ListedGame"];
export type Variant = Schemas["Variant"];
export type VariantOption = Schemas["VariantOption"];
export type OptionValue = Schemas["OptionValue"];
export type GameRequest = Schemas["GameRequest"];
export type Profile = Schemas["Profile"];
export type Person = Schemas["Person"];
export type Meta = Schemas["ServiceMeta"];
export type EffectiveRules = Schemas["EffectiveRules"];
export type Example = Schemas["Example"];
export type Notice = Schemas["Notice"];
export type Problem = Schemas["ProblemDocument"];
export type MoveAnswer = Schemas["MoveAnswer"];
export type Invitation = Schemas["Invitation"];
export type Tokens = Schemas["PairAnswer"];
