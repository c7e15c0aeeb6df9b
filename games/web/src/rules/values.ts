/** The values of options in words. */
import { t } from "@lingui/core/macro";
import type { OptionValue, VariantOption } from "../api/types";

/** Return a value of an option as people read it. */
export function valueText(value: OptionValue): string {
  if (value.flag !== undefined) return value.flag ? t`on` : t`off`;
  if (value.number !== undefined) return String(value.number);
  return (value.choice ?? "").replaceAll("_", " ");
}

/** Return the values that an option has beside its default. */
export function choiceText({ choices, default_value, least, most }: VariantOption): string {
  if (least !== null && most !== null) return t`${least} to ${most}`;
  const usual = valueText(default_value);
  return choices
    .map(valueText)
    .filter((value) => value !== usual)
    .join(", ");
}
