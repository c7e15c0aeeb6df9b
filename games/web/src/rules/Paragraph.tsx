/** The paragraph of the rules for which a move was refused, and its example as a picture. */
import { t } from "@lingui/core/macro";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export interface Props {
  game: string;
  paragraph: string;
  /** The address of an example, as a problem names it, or null. */
  example: string | null;
}

export function Paragraph(props: Props) {
  const [Body, setBody] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    // The reader of Markdown and the pictures come when somebody asks why, not with the table.
    void import("./ParagraphBody").then(({ ParagraphBody }) => setBody(() => ParagraphBody));
  }, []);
  return Body ? <Body {...props} /> : <p class="paragraph" role="status">{t`One moment …`}</p>;
}
