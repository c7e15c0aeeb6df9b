/** Changes of the person's profile. */
import { api, body } from "../api/client";
import type { components } from "../api/schema";
import { keepProfile } from "../api/session";
import type { Profile } from "../api/types";

/** Fetch the profile, and show it. */
export async function fetchProfile(): Promise<Profile> {
  const profile = await body(api.GET("/api/v1/me"));
  keepProfile(profile);
  return profile;
}

/** Change fields of the profile; the others stay as they are. Throws Refused. */
export async function changeProfile(changes: components["schemas"]["PatchedProfileChange"]): Promise<Profile> {
  const now = await api.GET("/api/v1/me");
  await body(Promise.resolve(now));
  const etag = now.response.headers.get("ETag") ?? "*";
  const profile = await body(api.PATCH("/api/v1/me", { params: { header: { "If-Match": etag } }, body: changes }));
  keepProfile(profile);
  return profile;
}
