/** What figures hold in the hand at (112, 70). The signs of German and Swiss packs are drawn by the sprite. */

import { area, disc, dot, dots, edged, line } from "../draw";

/** The fist that closes round a shaft at x = 112. */
export const fist =
  edged("skin", "ink", "M104 64H117C121 64 121 78 117 78H104Z", 1.4) +
  line("ink", "M111 68.700H119.500M111 73.300H119.5", 1.3);

const shaft = (top: number): string => line("ink", `M112 92V${top}`, 3.6) + line("brass", `M112 92V${top}`, 1.8);

export const HELD = {
  /** A stem for the sign, which the sprite adds. */
  sign: line("ink", "M112 92V56", 3.6) + line("brass", "M112 92V56", 1.8),
  sword:
    edged("paper", "ink", "M107.5 56V15L112 7L116.5 15V56Z", 1.3) +
    area("alt", "M112 8.500L115.8 15.500V55H112Z") +
    edged("gold", "ink", "M98 54C104 56 120 56 126 54V60C120 58 104 58 98 60Z", 1.3) +
    edged("gold", "ink", "M109 59H115V84H109Z", 1.2),
  sceptre:
    shaft(30) +
    edged("gold", "ink", disc(112, 22, 9), 1.4) +
    line("ink", "M103 22H121M112 13C108 17 108 27 112 31M112 13C116 17 116 27 112 31", 1) +
    edged("gold", "ink", "M110.5 13V10.500H108V8H110.500V5.500H113.500V8H116V10.500H113.500V13Z", 1) +
    edged("gold", "ink", "M107 32H117V36H107Z", 1),
  axe:
    shaft(8) +
    edged("alt", "ink", "M114 14C120 14 126 10 129 7C132 18 132 30 129 40C126 36 120 32 114 32Z", 1.3) +
    area("paper", "M126.5 11C129 20 129 28 126.5 36.500C128 36 129 38 129 40C132 30 132 18 129 7Z") +
    edged("gold", "ink", "M109 12H115V34H109Z", 1.2),
  orb:
    edged("gold", "ink", disc(112, 50, 13), 1.5) +
    area("brass", "M112 37A13 13 0 0 1 112 63Z") +
    edged("suit", "ink", "M99 47H125V53H99Z", 1.2) +
    edged("gold", "ink", "M110 37V30H105V26H110V20H114V26H119V30H114V37Z", 1.2),
  lily:
    line("alt", "M112 92V36", 2.6) +
    area("alt", "M112 60C103 57 100 50 101 44C108 47 112 53 112 60Z") +
    edged(
      "paper",
      "ink",
      "M112 36C102 34 98 24 99 12C105 14 108 18 109 22C109.5 16 110.5 12 112 9C113.5 12 114.5 16 115 22C116 18 119 14 125 12C126 24 122 34 112 36Z",
      1.4,
    ) +
    line("gold", "M112 34V20", 2),
  rose:
    line("ink", "M112 92V34", 2.4) +
    area("alt", "M112 60C103 58 99 52 99 46C107 48 112 53 112 60ZM112 54C121 52 125 46 125 40C117 42 112 47 112 54Z") +
    edged(
      "suit",
      "ink",
      "M112 36C102 37 97 29 100 22C99 15 106 11 112 13C118 11 125 15 124 22C127 29 122 37 112 36Z",
      1.4,
    ) +
    line("paper", "M106 24C106 18 118 18 118 24C118 29 110 30 110 25.500C110 23 114 23 114 25", 1.5),
  mirror:
    line("ink", "M112 92V44", 4) +
    line("gold", "M112 92V44", 2.2) +
    edged("gold", "ink", disc(112, 27, 15.5), 1.4) +
    area("paper", disc(112, 27, 11)) +
    area("blush", "M104 34.500A11 11 0 0 1 119.5 19.500Z") +
    line("ink", disc(112, 27, 11), 1),
  sprig:
    line("alt", "M112 92C112 60 110 40 112 14", 2.6) +
    area(
      "suit",
      "M112 32C103 32 98 25 99 17C107 18 112 24 112 32ZM112 32C121 32 126 25 125 17C117 18 112 24 112 32ZM111 50C102 50 97 43 98 36C106 37 111 42 111 50ZM111 50C120 50 125 43 124 36C116 37 111 42 111 50ZM112 18C106 14 107 7 112 3C117 7 118 14 112 18Z",
    ) +
    dots("gold", 2.6, [102, 29], [122, 29], [101, 48], [121, 48]),
  fan:
    edged("suit", "ink", "M112 64L92 34C96 22 104 16 112 14C120 16 128 22 132 34Z", 1.4) +
    line("gold", "M112 62L99 28M112 62L107 22M112 62L117 22M112 62L125 28", 1.4) +
    line("gold", "M95 36C99 27 105 22 112 20.500C119 22 125 27 129 36", 2.2),
  halberd:
    shaft(6) +
    edged("alt", "ink", "M110 14C104 14 99 18 97 24C99 32 104 34 110 33Z", 1.3) +
    edged("paper", "ink", "M114 17L127 21L114 29Z", 1.3) +
    edged("paper", "ink", "M109 12L112 2L115 12Z", 1.2) +
    edged("gold", "ink", "M108.5 34H115.500V39H108.500Z", 1),
  pennant:
    shaft(4) +
    edged("suit", "ink", "M110 9C104 6 98 12 92 8C92 8 90 12 91 22L97 26L92 32C98 34 104 28 110 32Z", 1.4) +
    line("gold", "M110 20.500C104 18 100 22 95 20", 2) +
    edged("gold", "ink", disc(112, 5, 3), 1),
  arrow:
    shaft(18) +
    edged("gold", "ink", "M112 3L120 18H104Z", 1.4) +
    edged("paper", "ink", "M111 48L104 42V52L111 58ZM113 48L120 42V52L113 58Z", 1.2),
  falcon: [
    edged("alt", "ink", "M104 60C98 46 102 32 112 27C113 21 120 20 123 25L128 29L122 31C124 42 120 54 112 62Z", 1.4),
    area("paper", "M115 34C119 38 120 46 115 55C112 50 112 40 115 34Z"),
    line("ink", "M106 58C102 48 105 38 111 32", 1.2),
    dot("gold", 118.5, 26.5, 2.4),
    dot("ink", 118.5, 26.5, 1.2),
    edged("gold", "ink", "M106 60H118V65H106Z", 1),
  ].join(""),
  cup:
    edged("gold", "ink", "M101 30H123C123 44 119 50 114 51V60H110V51C105 50 101 44 101 30Z", 1.4) +
    area("brass", "M112 31H122C122 43 118 49 113 50V59H112Z") +
    edged("suit", "ink", "M100 27H124V32H100Z", 1.2),
  horn:
    edged("paper", "ink", "M99 12C100 34 111 46 107 64H115C123 46 127 30 128 10C118 15 108 16 99 12Z", 1.4) +
    area("blush", "M116 13.5C118 34 118 48 111.5 63H114.5C122 46 126 30 127 11.5C123 13 119.5 13.7 116 13.5Z") +
    edged("gold", "ink", "M98 8C108 13 118 12 129 6V14C119 19 108 19 98 16Z", 1.3) +
    line("gold", "M102 30C108 33 117 32 124 28M107 44C111 46 116 45 120 43", 2.4),
  pike:
    shaft(22) +
    edged("paper", "ink", "M112 3C117 10 117 16 114 23H110C107 16 107 10 112 3Z", 1.3) +
    edged("suit", "ink", "M108 23H116V28H108ZM109 28L106 38M115 28L118 38", 1.3),
  lute:
    edged("gold", "ink", "M112 34C124 36 128 48 122 58C117 65 107 65 102 58C96 48 100 36 112 34Z", 1.4) +
    edged("brass", "ink", "M109.5 6H114.500V40H109.500Z", 1.2) +
    dot("ink", 112, 48, 4) +
    line("paper", "M112 8V58", 1),
} as const;
