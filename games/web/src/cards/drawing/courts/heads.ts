/** Faces, hair and beards. A face is 30 wide about x = 70 and reaches from y = 26 to 60; its nose and one brow are a single stroke. */

import { area, disc, dots, edged, line, mirrored } from "../draw";

/** A path and its mirror image. */
export const both = (part: string): string => part + mirrored(part);

const discs = (...spots: readonly (readonly [number, number, number])[]): string =>
  spots.map(([x, y, r]) => disc(x, y, r)).join("");

export const neck = area("skin", "M62 50H70V69H62Z") + area("blush", "M70 50H78V69H70Z");

export const face = [
  area("skin", "M55 25H85V43C85 52 78 60 70 60C62 60 55 52 55 43Z"),
  area("blush", "M70 25H85V43C85 52 78 60 70 60Z"),
  line("ink", "M58 37C60.5 34.3 66.5 34 69.7 37.500V47.500H66.3", 1.8),
  line("ink", "M73.5 36.800C76 34.3 80 34.5 82 36.5", 1.8),
  dots("ink", 1.8, [63.2, 41], [77.3, 41]),
].join("");

export const lips = (y = 53): string =>
  area(
    "lips",
    `M65.5 ${y}C67.5 ${y - 1.8} 69 ${y - 1.4} 70 ${y - 0.8}C71 ${y - 1.4} 72.5 ${y - 1.8} 74.5 ${y}C72 ${y + 2.6} 68 ${y + 2.6} 65.5 ${y}Z`,
  );

/** Hair that lies behind the face. */
export const HAIR = {
  bob: area(
    "hair",
    "M70 16C52 16 47 28 46.5 42C46.3 50 47 56 45 61C52 64 58 62 60 58H80C82 62 88 64 95 61C93 56 93.7 50 93.5 42C93 28 88 16 70 16Z",
  ),
  locks: both(area("hair", "M55 24C46 30 43 42 46 50C43 54 43 60 48 63C54 64 58 60 59 54V28Z")),
  long: area("hair", "M70 14C48 14 42 32 44 52C45 64 40 70 33 77H107C100 70 95 64 96 52C98 32 92 14 70 14Z"),
  waves: area(
    "hair",
    "M70 14C50 14 45 26 44 36C40 42 42 48 44 52C39 58 41 66 45 70C42 74 40 77 38 80H102C100 77 98 74 95 70C99 66 101 58 96 52C98 48 100 42 96 36C95 26 90 14 70 14Z",
  ),
  curls: both(area("hair", discs([54, 26, 6], [49.5, 34, 6], [48.5, 44, 6.5], [51, 54, 6]))),
  braids: both(
    area("hair", "M70 16C54 16 50 28 51 42H60V20Z") +
      area("hair", discs([49, 44, 6.5], [46.5, 54, 6.2], [46, 64, 6], [47, 73.5, 5.5])) +
      edged("gold", "ink", "M42.5 78H52V82H42.500Z", 1) +
      area("hair", "M43 82H52L47 91Z"),
  ),
  rolls: both(
    area("hair", "M70 14C56 14 50 20 50 30L58 40V18Z") +
      area("hair", disc(49, 42, 9.5)) +
      line("gold", "M49 36A6 6 0 1 1 43.5 44M49 40A2.3 2.3 0 1 1 47 43.5", 1.3),
  ),
} as const;

/** Hair that falls over the forehead. */
export const FRINGE = {
  none: "",
  parted: area("hair", "M70 20C59 20 53 28 52.5 42C60 38 68 31 70 25C72 31 80 38 87.5 42C87 28 81 20 70 20Z"),
  straight: area("hair", "M52 24H88V33C82 31 77 34.5 70 32.500C63 34.5 58 31 52 33Z"),
  swept: area("hair", "M51 42C50 26 58 20 72 20C82 20 89 26 89 40C86 34 82 31 76 30C66 32 56 34 51 42Z"),
} as const;

const moustache = area(
  "hair",
  "M70 49.800C66 47.8 60.5 50 55 57C61 59 67 57.5 70 54.500C73 57.5 79 59 85 57C79.5 50 74 47.8 70 49.800Z",
);

/** Beards lie over the face. */
export const BEARDS = {
  none: lips(),
  pointed:
    area("hair", "M54 42V55C55 68 62 78 70 86C78 78 85 68 86 55V42C84 48 78 51 70 51C62 51 56 48 54 42Z") +
    moustache +
    lips(58),
  full:
    area(
      "hair",
      "M54 42C51 52 50 62 53 72C58 80 64 81 70 81C76 81 82 80 87 72C90 62 89 52 86 42C84 48 78 51 70 51C62 51 56 48 54 42Z",
    ) +
    line("blush", "M60 64C60 70 61 74 63 77M70 66V78M80 64C80 70 79 74 77 77", 1.1) +
    moustache +
    lips(58),
  forked:
    area(
      "hair",
      "M54 42V56C54 68 56 78 61 86C66 80 68 74 70 69C72 74 74 80 79 86C84 78 86 68 86 56V42C84 48 78 51 70 51C62 51 56 48 54 42Z",
    ) +
    moustache +
    lips(58),
  curly:
    area(
      "hair",
      discs([56, 48, 4.5], [57.5, 55, 5], [62, 61, 5.5], [70, 64, 6], [78, 61, 5.5], [82.5, 55, 5], [84, 48, 4.5]),
    ) + lips(54),
  moustache:
    area(
      "hair",
      "M70 49.500C66 48 60 49 54 54.500C53 52.5 52 52 51 51.500C53 58 63 58.5 70 53.500C77 58.5 87 58 89 51.500C88 52 87 52.5 86 54.500C80 49 74 48 70 49.500Z",
    ) + lips(56),
  pipe:
    lips() +
    line("ink", "M74 54C84 56 88 60 91 68", 2.6) +
    line("brass", "M74 54C84 56 88 60 91 68", 1.2) +
    edged("brass", "ink", "M85.5 60L96 57.5C97 64 96 69 92 71C88 71 86 66 85.5 60Z", 1.2),
  goatee:
    area(
      "hair",
      "M70 50C66 48.5 61 50 58 54C63 56 67 55 70 53.200C73 55 77 56 82 54C79 50 74 48.5 70 50ZM66 58.500H74C74 64 72 67 70 70C68 67 66 64 66 58.500Z",
    ) + lips(56),
} as const;
