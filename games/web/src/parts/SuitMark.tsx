/** The mark of a suit beside a text. */
const MARKS: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };

export function SuitMark({ suit }: { suit: string; pack: string }) {
  return (
    <span class="suit-mark" data-suit={suit} aria-hidden="true">
      {MARKS[suit] ?? suit}
    </span>
  );
}
