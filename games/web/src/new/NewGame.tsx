/** A new game on one screen. All is chosen already, so that one button is enough. */
import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { sit } from "../account/nonces";
import { api, body } from "../api/client";
import { account, ensureAccount } from "../api/session";
import type { Meta, Variant } from "../api/types";
import { Missing, sentence, useFetched } from "../app/Screen";
import { language } from "../i18n";
import { familyOf } from "../looks/looks";
import { paceName, presetTimes, times } from "../parts/pace";
import { awaited, FIRST, type Form, PACES, request, unrated, withVariant } from "./form";
import "./new.css";
import { storage } from "../storage";
import { Options } from "./Options";
import { Seats } from "./Seats";
import { Terms } from "./Terms";

export interface Offer {
  variants: readonly Variant[];
  meta: Meta;
}

export function NewGame() {
  const { query } = useLocation();
  const offer = useFetched(() => fetchOffer(query.variant ?? kept().variant), [query.variant]);
  if (!offer.data) {
    return (
      <main class="page new-game">
        <h1>{t`New game`}</h1>
        <Missing of={offer} />
      </main>
    );
  }
  return <Chosen offer={offer.data} wanted={query.variant} isWithFriends={query.with === "friends"} />;
}

async function fetchOffer(wanted: string): Promise<Offer> {
  await ensureAccount();
  const [variants, meta] = await Promise.all([fetchVariants(wanted), body(api.GET("/api/v1/meta"))]);
  return { variants, meta };
}

/** Return the variants of the service, after the wanted one if a player has written it. */
async function fetchVariants(wanted: string): Promise<Variant[]> {
  const query = { lang: language() };
  const { items } = await body(api.GET("/api/v1/variants", { params: { query } }));
  if (items.some(({ key }) => key === wanted)) return items;
  const { data } = await api.GET("/api/v1/variants/{key}", { params: { path: { key: wanted }, query } });
  return data ? [data, ...items] : items;
}

const KEPT = "new-game";

function kept(): Form {
  return { ...FIRST, ...(JSON.parse(storage.getItem(KEPT) ?? "{}") as Partial<Form>) };
}

/** Return the form of the last game that was made on this device, or the first one. */
function begin(variants: readonly Variant[], wanted: string | undefined, isWithFriends: boolean): Form {
  const form: Form = isWithFriends ? { ...kept(), others: ["person"] } : kept();
  const variant = variants.find(({ key }) => key === (wanted ?? form.variant)) ?? variants[0];
  if (!variant) return form;
  return variant.key === form.variant && !wanted ? form : withVariant(form, variant);
}

interface Props {
  offer: Offer;
  wanted: string | undefined;
  isWithFriends: boolean;
}

function Chosen({ offer: { variants, meta }, wanted, isWithFriends }: Props) {
  const { route } = useLocation();
  const [form, setForm] = useState(() => begin(variants, wanted, isWithFriends));
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const isGuest = account.value?.guest ?? true;
  const variant = variants.find(({ key }) => key === form.variant);
  useEffect(() => storage.setItem(KEPT, JSON.stringify(form)), [form]);
  if (!variant) return null;
  const people = awaited(form);

  async function open(): Promise<void> {
    setBusy(true);
    setFault("");
    try {
      await ensureAccount();
      const asked = request(form, isGuest);
      const table = await sit(`new:${JSON.stringify(asked)}`, form.isSealed, (share) =>
        body(api.POST("/api/v1/games", { body: { ...asked, ...share } })),
      );
      route(`/g/${table.id}`);
    } catch (error) {
      setFault(sentence(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <main class={`page new-game ${familyOf(form.variant)}`}>
      <h1>{t`New game`}</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <fieldset class="variants">
          <legend>{t`Variant`}</legend>
          <ul>
            {variants.map((each) => (
              <li key={each.key} class={familyOf(each.key)}>
                <label class="choice">
                  <input
                    type="radio"
                    name="variant"
                    checked={each.key === form.variant}
                    onChange={() => setForm(withVariant(form, each))}
                  />
                  <b>{each.name}</b>
                </label>
              </li>
            ))}
          </ul>
          <p class="sketch" aria-live="polite">
            {variant.sketch || t`A variant that a player has written.`} <a href={`/v/${variant.key}`}>{t`Rules`}</a>
          </p>
        </fieldset>

        <Seats form={form} variant={variant} onChange={setForm} />

        <fieldset class="paces">
          <legend>{t`Pace`}</legend>
          <div class="segments">
            {PACES.filter((pace) => pace in meta.clocks).map((pace) => (
              <label class="choice" key={pace}>
                <input
                  type="radio"
                  name="pace"
                  checked={pace === form.pace}
                  onChange={() => setForm({ ...form, pace })}
                />
                <b>{paceName(pace)}</b>
              </label>
            ))}
          </div>
          <p class="sketch" aria-live="polite">
            {times(presetTimes(meta, form.pace, form.others.length + 1))}
          </p>
        </fieldset>

        <Terms form={form} why={unrated(form, isGuest)} onChange={setForm} />
        <Options form={form} variant={variant} onChange={setForm} />

        <div class="go">
          {fault && (
            <p class="fault" role="alert">
              {fault}
            </p>
          )}
          <button type="submit" class="primary big" disabled={isBusy}>
            {people === 0 ? t`Deal the cards` : t`Open the table`}
          </button>
          <p>
            {people === 0
              ? t`The game starts at once.`
              : plural(people, {
                  one: "The game starts when # player has sat down.",
                  other: "The game starts when # players have sat down.",
                })}
          </p>
        </div>
      </form>
    </main>
  );
}
