/** What figures wear on their heads. Everything stands on a line at about y = 27. */

import { area, disc, dot, dots, edged, line } from "../draw";
import { both } from "./heads";

const band = edged("suit", "ink", "M51 22.500H89V29.500H51Z", 1.4) + dots("gold", 1.7, [59, 26], [70, 26], [81, 26]);

export const HATS = {
  none: "",
  /** The crown of a king: five points with beads. */
  points:
    edged("gold", "ink", "M52 25L47 8L58.5 17L70 4L81.5 17L93 8L88 25Z", 1.5) +
    area("brass", "M70 6L81 19L91 10L87 24H70Z") +
    dots("suit", 3, [47, 8], [70, 5.5], [93, 8]) +
    band,
  /** A closed crown with an arch and a cross. */
  closed:
    edged("suit", "ink", "M52 24C48 12 58 9 70 9C82 9 92 12 88 24Z", 1.5) +
    line("gold", "M53 24C50 12 60 10 70 10C80 10 90 12 87 24M70 10V24", 3.2) +
    edged("gold", "ink", "M68.5 9V6H66V3.500H68.500V1.500H71.500V3.500H74V6H71.500V9Z", 1) +
    band,
  /** A crown of leaves. */
  fleurons:
    edged(
      "gold",
      "ink",
      "M52 25L49 13C45 13 44 8 48 7C50 4 54 6 54 10L58 17L64 14C60 8 65 3 70 3C75 3 80 8 76 14L82 17L86 10C86 6 90 4 92 7C96 8 95 13 91 13L88 25Z",
      1.5,
    ) +
    dot("suit", 70, 10, 2.8) +
    band,
  /** A crown of battlements. */
  walls:
    edged("gold", "ink", "M51 25V9H57V14H63V7H77V14H83V9H89V25Z", 1.5) +
    area("brass", "M70 8H76V15H84V10H88V24H70Z") +
    dots("suit", 2, [70, 13], [57, 19], [83, 19]) +
    band,
  /** The small crown of a queen. */
  coronet:
    edged("gold", "ink", "M54 23L50 9L61 15L70 5L79 15L90 9L86 23C76 19 64 19 54 23Z", 1.5) +
    dots("suit", 2.3, [50, 9], [70, 5.5], [90, 9], [70, 15.5]),
  pearls:
    edged("gold", "ink", "M53 24C53 18 60 15 70 15C80 15 87 18 87 24C76 20 64 20 53 24Z", 1.4) +
    area(
      "paper",
      [disc(55, 15, 3.3), disc(62.5, 11.5, 3.3), disc(70, 10, 3.8), disc(77.5, 11.5, 3.3), disc(85, 15, 3.3)].join(""),
    ) +
    line(
      "ink",
      [disc(55, 15, 3.3), disc(62.5, 11.5, 3.3), disc(70, 10, 3.8), disc(77.5, 11.5, 3.3), disc(85, 15, 3.3)].join(""),
      1.1,
    ),
  diadem:
    edged("gold", "ink", "M52 27C54 17 62 13 70 5C78 13 86 17 88 27C78 20 62 20 52 27Z", 1.5) +
    edged("suit", "ink", "M70 10L73.5 15L70 20L66.5 15Z", 1),
  petals:
    both(edged("gold", "ink", "M68 22C58 22 52 24 52 24L46 14C52 12 56 14 58 18C56 10 60 6 70 5V22Z", 1.4)) +
    area("gold", "M66 8H74V21H66Z") +
    dot("suit", 70, 14, 3),
  /** A beret with a plume. */
  beret:
    edged("suit", "ink", "M46 28C41 15 57 8 76 10C91 11 99 19 94 28C80 22 60 22 46 28Z", 1.5) +
    edged("gold", "ink", "M46.5 26C60 20 80 20 93.5 26L93 31C80 25 60 25 47 31Z", 1.2) +
    edged("paper", "ink", "M86 17C96 9 88 3 70 5C60 6 50 6 44 1.500C43 12 54 19 66 16C74 14 80 15 86 17Z", 1.3) +
    line("ink", "M82 13C72 9 60 11 52 8", 1),
  /** A flat cap with a slit brim. */
  flat:
    edged("suit", "ink", "M48 21C46 10 56 8 70 8C84 8 94 10 92 21Z", 1.5) +
    edged("deep", "ink", "M42 28C44 21 52 19 70 19C88 19 96 21 98 28C90 30 84 26 76 29C68 31 56 26 42 28Z", 1.4) +
    edged("gold", "ink", disc(84, 16, 4), 1.2),
  /** A cap that falls to one side. */
  falling:
    edged("suit", "ink", "M48 26C45 10 60 3 74 5C90 8 96 17 102 21C99 29 94 32 90 28Z", 1.5) +
    edged("gold", "ink", "M46.5 24C56 19 84 19 93.5 24L92.5 31C82 26.5 58 26.5 47.5 31Z", 1.2) +
    line("gold", "M62 8C60 12 59 16 59 19M76 8C78 12 79 16 79 19", 1.6) +
    edged("gold", "ink", disc(101, 24, 4), 1.3),
  /** A hunter's hat: a long point in front and a feather. */
  pointed:
    edged("suit", "ink", "M50 24C50 12 58 5 68 5C80 5 88 12 89 22Z", 1.5) +
    edged("deep", "ink", "M42 21C50 16 56 20 64 22C76 24 92 24 108 20C100 30 80 33 66 31C54 30 44 29 42 21Z", 1.4) +
    edged("paper", "ink", "M56 22C48 18 46 8 50 0.500C56 4 60 13 56 22Z", 1.3) +
    line("ink", "M55 19C52 14 51 9 51 5", 1),
  /** A round cap with an upturned, notched brim. */
  notched:
    edged("suit", "ink", "M50 22C50 10 58 4.5 70 4.500C82 4.5 90 10 90 22Z", 1.5) +
    edged("gold", "ink", "M46 30L44 17L54 22L62 15L70 21L78 15L86 22L96 17L94 30C82 25 58 25 46 30Z", 1.4) +
    edged("gold", "ink", disc(70, 5, 3), 1.2),
  /** A lansquenet's slashed beret, with a plume. */
  slashed:
    edged("suit", "ink", "M38 25C36 14 50 7 70 7C90 7 104 14 102 25C94 20 84 27 70 23C56 27 46 20 38 25Z", 1.5) +
    line(
      "gold",
      "M52 12C50 15 49 18 49 21M64 9C62 13 61 17 61 22M76 9C78 13 79 17 79 22M88 12C90 15 91 18 91 21",
      2.2,
    ) +
    edged("gold", "ink", "M51 25C58 21.5 82 21.5 89 25V29.5C82 26.5 58 26.5 51 29.5Z", 1.2) +
    edged("paper", "ink", "M82 24C96 22 110 14 106 3C98 4 94 2 88 6C80 11 76 19 82 24Z", 1.3) +
    line("ink", "M84 21C90 18 97 13 100 8", 1),
  /** A broad hat with a long plume: an officer's. */
  broad:
    edged("suit", "ink", "M53 25C53 12 58 6 70 6C82 6 87 12 87 25Z", 1.5) +
    edged("deep", "ink", "M36 23C46 27 56 22 70 22C84 22 94 27 104 19C102 29 90 32 70 30C52 29 42 32 36 23Z", 1.4) +
    edged("gold", "ink", "M53 18H87V23H53Z", 1.1) +
    edged("paper", "ink", "M54 20C42 19 34 11 36 3C40 7 44 7 50 7C58 8 60 14 54 20Z", 1.3) +
    line("ink", "M53 18C48 16 43 12 41 9", 1),
  /** A soldier's round helmet of cloth. */
  hood:
    edged("suit", "ink", "M50 34C46 14 58 6 70 6C82 6 94 14 90 34C86 26 80 24 70 24C60 24 54 26 50 34Z", 1.5) +
    edged(
      "gold",
      "ink",
      "M50 34C54 25 60 22 70 22C80 22 86 25 90 34C86 30 80 28.5 70 28.500C60 28.5 54 30 50 34Z",
      1.2,
    ) +
    line("gold", "M70 7V22", 2.6),
  /** A wreath. */
  wreath:
    both(
      area(
        "alt",
        "M66 22C60 24 56 22 54 17C60 15 65 17 66 22ZM58 26C52 30 48 29 45 25C50 21 56 22 58 26ZM51 33C48 38 44 38 41 36C43 31 48 30 51 33Z",
      ),
    ) + edged("gold", "ink", disc(70, 19, 4), 1.2),
} as const;
