/** Random acts, made again from the seed and the nonces: HMAC-DRBG with SHA-256, NIST SP 800-90A, 10.1.2. */
import { type Bytes, framed, hmac, joined, ofHex, utf8 } from "./bytes";

/** All faces in deck order. */
export const DECK = [..."23456789TJQKA"].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit)).concat("X");
const NUMBERS = 2 ** 32;

/** The numbers of one random act. */
export class Generator {
  private constructor(
    private key: Bytes,
    private value: Bytes,
  ) {}

  /** Return the generator of the act with this number. */
  static async of(seed: string, nonces: readonly string[], game: string, act: number): Promise<Generator> {
    const found = new Generator(new Uint8Array(32), new Uint8Array(32).fill(1));
    await found.update(framed(ofHex(seed), framed(...nonces.map(utf8)), utf8(`${game}/${act}`)));
    return found;
  }

  /** Return a number below a bound. All are equally likely, because numbers above the last multiple are skipped. */
  async below(bound: number): Promise<number> {
    const limit = NUMBERS - (NUMBERS % bound);
    let number = await this.next();
    while (number >= limit) number = await this.next();
    return number % bound;
  }

  private async next(): Promise<number> {
    this.value = await hmac(this.key, this.value);
    const number = new DataView(this.value.buffer).getUint32(0);
    await this.update(new Uint8Array());
    return number;
  }

  private async update(given: Bytes): Promise<void> {
    for (const mark of given.length > 0 ? [0, 1] : [0]) {
      this.key = await hmac(this.key, joined(this.value, Uint8Array.of(mark), given));
      this.value = await hmac(this.key, this.value);
    }
  }
}

/** Return cards after the shuffle that a generator makes of them. It begins with deck order. */
export async function shuffled(cards: readonly string[], generator: Generator): Promise<string[]> {
  const order = [...cards].sort((one, other) => DECK.indexOf(one) - DECK.indexOf(other));
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = await generator.below(last + 1);
    [order[last], order[other]] = [order[other] as string, order[last] as string];
  }
  return order;
}
