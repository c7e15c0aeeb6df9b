import { t } from "@lingui/core/macro";

/** Says that a player is a guest: without a username, so the name alone does not tell who they are. */
export function GuestMark({ of }: { of: { guest: boolean } | null | undefined }) {
  return of?.guest ? <small class="guest">{t`guest`}</small> : null;
}
