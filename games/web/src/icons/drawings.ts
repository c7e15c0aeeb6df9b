/** The icons in a box of 24: lines in the colour of the text, some areas full and some as its shade. */

export interface IconDrawing {
  readonly line?: string;
  readonly full?: string;
  readonly shade?: string;
}

export const ICONS = {
  /** The direction of play, clockwise. Turn it round for the other one. */
  turns: { line: "M4 12A8 8 0 0 1 17.7 6.4M20 12A8 8 0 0 1 6.3 17.6", full: "M20.8 3.2V9.8H14.2ZM3.2 20.8V14.2H9.8Z" },
  stock: {
    line: "M7.5 3H19V18.5",
    shade: "M4 6.500H15.500V21.500H4Z",
    full: "M3 5.500H16.500V22.500H3ZM5 7.500V20.500H14.500V7.500ZM9.75 10.500L12.5 14L9.75 17.500L7 14Z",
  },
  clock: { line: "M12 3A9 9 0 1 1 11.99 3ZM12 7V12.500L16 15", shade: "M12 3A9 9 0 0 1 12 21Z" },
  ring: { line: "M12 3A9 9 0 1 1 4.2 7.5" },
  absent: {
    line: "M12 12.500A4.5 4.5 0 1 1 12.01 12.500ZM3.5 21C4 17.5 7 15.5 12 15.500M15.5 16L20.5 21M20.5 16L15.5 21",
  },
  bot: {
    line: "M4 9H20V20H4ZM12 9V4.500M1.5 12.500V16.500M22.5 12.500V16.500M9 17H15",
    full: "M7.5 11.500H10V14H7.500ZM14 11.500H16.500V14H14ZM12 2A1.8 1.8 0 1 1 11.99 2Z",
    shade: "M12 9H20V20H12Z",
  },
  sound: {
    line: "M3 9.500H7L12.5 5V19L7 14.500H3ZM16 8.500C18 10.5 18 13.5 16 15.500M18.8 5.500C22.5 9 22.5 15 18.8 18.5",
    shade: "M3 9.500H7L12.5 5V19L7 14.500H3Z",
  },
  mute: { line: "M3 9.500H7L12.5 5V19L7 14.500H3ZM16 9.500L21 14.500M21 9.500L16 14.5" },
  settings: {
    line: "M3 6H13M18.5 6H21M3 12H5.500M11 12H21M3 18H13M18.5 18H21M18.5 6A2.7 2.7 0 1 1 18.49 5.900ZM11 12A2.7 2.7 0 1 1 10.99 11.900ZM18.5 18A2.7 2.7 0 1 1 18.49 17.900Z",
  },
  share: { line: "M12 15.500V3.500M7 8L12 3.200L17 8M4 12.500V20.500H20V12.5" },
  play: { full: "M6 3L21 12L6 21Z" },
  pause: { full: "M5.5 3.500H10V20.500H5.500ZM14 3.500H18.500V20.500H14Z" },
  step: { full: "M4 4L15 12L4 20ZM16.5 4H20V20H16.500Z" },
  stepBack: { full: "M20 4L9 12L20 20ZM4 4H7.500V20H4Z" },
  toStart: { full: "M21 5L12.5 12L21 19ZM12.5 5L5.5 12L12.5 19ZM2 5H4.500V19H2Z" },
  toEnd: { full: "M3 5L11.5 12L3 19ZM11.5 5L18.5 12L11.5 19ZM19.5 5H22V19H19.500Z" },
  bell: {
    line: "M3.5 18H20.500L18 14.500V10C18 6.5 15.5 4 12 4C8.5 4 6 6.5 6 10V14.500ZM12 4V1.5",
    full: "M9 20H15C15 21.7 13.7 23 12 23C10.3 23 9 21.7 9 20Z",
    shade: "M12 4C15.5 4 18 6.5 18 10V14.500L20.5 18H12Z",
  },
  menu: { line: "M3 6H21M3 12H21M3 18H21" },
  back: { line: "M14.5 4.500L7 12L14.5 19.500M7.5 12H21" },
  forward: { line: "M9.5 4.500L17 12L9.5 19.500M16.5 12H3" },
  check: { line: "M3.5 12.500L9.5 18.500L21 6" },
  close: { line: "M4.5 4.500L19.5 19.500M19.5 4.500L4.5 19.5" },
  plus: { line: "M12 3.500V20.500M3.5 12H20.5" },
  warning: {
    line: "M12 3L22 20.500H2ZM12 9.500V14.5",
    full: "M10.8 16H13.200V18.400H10.800Z",
    shade: "M12 3L22 20.500H12Z",
  },
  trophy: {
    line: "M6.5 3.500H17.500V9C17.5 12.5 15.2 15 12 15C8.8 15 6.5 12.5 6.5 9ZM6.5 5.500H3C3 9 4.5 11 7.2 11.200M17.5 5.500H21C21 9 19.5 11 16.8 11.200M12 15V20",
    full: "M7 19H17V21.500H7Z",
    shade: "M12 3.500H17.500V9C17.5 12.5 15.2 15 12 15Z",
  },
  people: {
    line: "M9 11.500A3.8 3.8 0 1 1 9.01 11.500ZM2 20.500C2 16.5 5 14.5 9 14.500C13 14.5 16 16.5 16 20.500ZM15.5 4.200A3.8 3.8 0 0 1 15.5 11.400M18.5 15C20.8 16 22 17.8 22 20.5",
  },
  person: {
    line: "M12 12A4.5 4.5 0 1 1 12.01 12ZM3.5 21C3.5 17 7 15 12 15C17 15 20.5 17 20.5 21Z",
    shade: "M12 15C17 15 20.5 17 20.5 21H12ZM12 3A4.5 4.5 0 0 1 12 12Z",
  },
  link: {
    line: "M10 14L14 10M11 6.500L13.5 4C15.5 2 18.5 2.5 20 4C21.5 5.5 22 8.5 20 10.500L17.5 13M13 17.500L10.5 20C8.5 22 5.5 21.5 4 20C2.5 18.5 2 15.5 4 13.500L6.5 11",
  },
  eye: {
    line: "M1.5 12C5 6.5 8.5 5 12 5C15.5 5 19 6.5 22.5 12C19 17.5 15.5 19 12 19C8.5 19 5 17.5 1.5 12Z",
    full: "M12 8.500A3.5 3.5 0 1 1 11.99 8.500Z",
  },
  rules: {
    line: "M12 6C9.5 4 6 3.5 2.5 4V19C6 18.5 9.5 19 12 21C14.5 19 18 18.5 21.5 19V4C18 3.5 14.5 4 12 6ZM12 6V21",
    shade: "M12 6C14.5 4 18 3.5 21.5 4V19C18 18.5 14.5 19 12 21Z",
  },
  sort: { line: "M3 6H12M3 12H9M3 18H6M17 4V19M12.5 14.500L17 19.200L21.5 14.5" },
  speech: {
    line: "M3 4H21V16.500H11L6.5 21V16.500H3Z",
    full: "M7 9H9.500V11.500H7ZM10.8 9H13.300V11.500H10.800ZM14.6 9H17.100V11.500H14.600Z",
  },
  shield: {
    line: "M3.5 4C9 5 15 5 20.5 4V12C20.5 17 16.5 20 12 22C7.5 20 3.5 17 3.5 12ZM8 12L11 15L16.5 9",
    shade: "M12 4.700C15 4.7 18 4.5 20.5 4V12C20.5 17 16.5 20 12 22Z",
  },
  home: { line: "M2 12L12 3L22 12M5 10V20.500H19V10M10 20.500V14.500H14V20.5" },
  star: {
    line: "M12 2.500L14.8 9L21.8 9.600L16.5 14.200L18.1 21L12 17.400L5.9 21L7.5 14.200L2.2 9.600L9.2 9Z",
    shade: "M12 2.500L14.8 9L21.8 9.600L16.5 14.200L18.1 21L12 17.400Z",
  },
  download: { line: "M12 3V15.500M7 11L12 15.800L17 11M4 15V20.500H20V15" },
  again: { line: "M20 12A8 8 0 1 1 16.5 5.4", full: "M14.5 1.500L21.5 3.500L16 9Z" },
  flag: { line: "M5 22V3H19L15.5 8L19 13H5", shade: "M5 3H19L15.5 8L19 13H5Z" },
} as const satisfies Readonly<Record<string, IconDrawing>>;

export type IconName = keyof typeof ICONS;
