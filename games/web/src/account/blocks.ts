/** Players whom the person wants nothing to do with. */
import { api, body } from "../api/client";

/** Block a player: neither of the two can invite the other one, or sit down where the other one waits. Throws Refused. */
export async function block({ id }: { id: string }): Promise<void> {
  await body(api.PUT("/api/v1/me/blocks/{player}", { params: { path: { player: id } } }));
}
