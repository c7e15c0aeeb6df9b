interface Props {
  card: string;
  skin: "french" | "german" | "swiss";
  faceDown?: boolean;
  fourColour?: boolean;
  title?: string;
}

export function Card({ card, faceDown, title }: Props) {
  const suit = card.slice(-1);
  return (
    <span class={`card ${faceDown ? "back" : ""} ${"HD".includes(suit) ? "red" : ""}`} role="img" aria-label={title}>
      {faceDown ? "" : `${card.slice(0, -1).replace("T", "10")}${{ C: "♣", D: "♦", H: "♥", S: "♠" }[suit] ?? ""}`}
    </span>
  );
}
