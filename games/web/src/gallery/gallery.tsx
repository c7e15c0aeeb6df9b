/**
 * All cards and icons, to look at while you draw: `npm run dev`, then `/gallery.html`. It is no part of the built page.
 * The address chooses: `?family=burgundy&four&scheme=dark`.
 */
import { render } from "preact";
import "../looks/page.css";
import "./gallery.css";
import { Card } from "../cards/Card";
import { ALL_CODES } from "../cards/notation";
import { SuitSign } from "../cards/SuitSign";
import { SKINS, type Skin } from "../cards/skins";
import { ICONS, type IconName } from "../icons/drawings";
import { Icon } from "../icons/Icon";

const chosen = new URLSearchParams(location.search);
const fourColour = chosen.has("four");
const HAND = ["7S", "TH", "JD", "QC", "KS", "AH", "8D", "9C", "6S", "QH", "JC", "KD"];
const SMALL_ENOUGH = ["9S", "TH", "JS", "QH", "KD", "AC", "X"];

function Row({ skin, size, cards, small }: { skin: Skin; size: number; cards: readonly string[]; small?: boolean }) {
  return (
    <div class={`row size-${size}`}>
      {cards.map((card) => (
        <Card key={card} {...{ card, skin, fourColour, small }} title={card} />
      ))}
    </div>
  );
}

function Fan({ skin, count }: { skin: Skin; count: number }) {
  return (
    <div class={`fan of-${count}`}>
      {HAND.slice(0, count).map((card) => (
        <Card key={card} {...{ card, skin, fourColour }} title={card} />
      ))}
    </div>
  );
}

function Pack({ skin }: { skin: Skin }) {
  return (
    <section>
      <h2>{skin}</h2>
      <Row skin={skin} size={120} cards={skin === "french" ? ALL_CODES : ALL_CODES.slice(16)} />
      <div class="row size-120">
        <Card card="X" joker="moon" title="night" />
        <Card title="back" />
      </div>
      <Row skin={skin} size={64} cards={SMALL_ENOUGH} />
      <Row skin={skin} size={40} cards={[...SMALL_ENOUGH, "?"]} />
      <Row skin={skin} size={40} cards={SMALL_ENOUGH} small />
      <Fan skin={skin} count={5} />
      <Fan skin={skin} count={12} />
      <p class="signs">
        {(["S", "H", "D", "C"] as const).map((suit) => (
          <SuitSign key={suit} suit={suit} skin={skin} fourColour={fourColour} title={suit} />
        ))}
      </p>
    </section>
  );
}

function Gallery() {
  return (
    <main class={`felt ${chosen.get("family") ?? "green"}`}>
      {SKINS.map((skin) => (
        <Pack key={skin} skin={skin} />
      ))}
      <section class="icons">
        {(Object.keys(ICONS) as IconName[]).map((name) => (
          <span key={name}>
            <Icon name={name} /> {name}
          </span>
        ))}
      </section>
    </main>
  );
}

document.documentElement.dataset.scheme = chosen.get("scheme") ?? "system";
render(<Gallery />, document.body);
