/** A replay alone, in a frame of another page. */
import { Replay } from "./Replay";

export function EmbeddedReplay({ id = "" }: { id?: string }) {
  return <Replay id={id} isEmbedded />;
}
