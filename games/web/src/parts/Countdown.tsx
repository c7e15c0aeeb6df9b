/** The time that is left until a deadline. */
import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { locale } from "../i18n";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Return the time that is left in one or two units. */
export function timeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return t`time is up`;
  if (milliseconds >= 2 * DAY) {
    const days = Math.floor(milliseconds / DAY);
    return plural(days, { one: "# day", other: "# days" });
  }
  const hours = Math.floor(milliseconds / HOUR);
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
  if (hours > 0) return t`${hours} h ${minutes} min`;
  const seconds = Math.floor((milliseconds % MINUTE) / 1000);
  return `${minutes}:${String(seconds).padStart(2, "0")}`;
}

/** The time left, which counts down by itself. `skew` is the clock of the service less that of the device. */
export function Countdown({ deadline, skew = 0 }: { deadline: string; skew?: number }) {
  const [now, tick] = useState(Date.now());
  const left = Date.parse(deadline) - now - skew;
  const every = left > HOUR ? MINUTE / 2 : 1000;
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return (
    <time
      class={left < 5 * MINUTE ? "countdown near" : "countdown"}
      dateTime={deadline}
      title={new Date(deadline).toLocaleString(locale())}
    >
      {timeLeft(left)}
    </time>
  );
}
