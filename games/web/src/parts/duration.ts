/** Times that something took, in the largest unit that fits. */
import { plural, t } from "@lingui/core/macro";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Return a number of seconds in words, such as "12 s" or "3 h 5 min". */
export function duration(seconds: number): string {
  if (seconds < MINUTE) return t`${seconds} s`;
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (seconds < HOUR) {
    const rest = seconds % MINUTE;
    return rest ? t`${minutes} min ${rest} s` : t`${minutes} min`;
  }
  const hours = Math.floor((seconds % DAY) / HOUR);
  if (seconds < DAY) return minutes ? t`${hours} h ${minutes} min` : t`${hours} h`;
  const days = Math.floor(seconds / DAY);
  const inDays = plural(days, { one: "# day", other: "# days" });
  return hours ? t`${inDays} ${hours} h` : inDays;
}
