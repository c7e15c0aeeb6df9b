/** One paragraph of the rules of a game. */
import { useEffect, useState } from "preact/hooks";
import { api, body } from "../api/client";

interface Props {
  game: string;
  paragraph: string;
  example: string | null;
}

export function Paragraph({ game, paragraph }: Props) {
  const [text, setText] = useState("");
  useEffect(() => {
    void (async () => {
      const rules = await body(api.GET("/api/v1/games/{game}/rules", { params: { path: { game } } }));
      const found = [...`${rules.text}\n\n${rules.kernel}`.split(/\n(?=\*\*|#)/)].find((part) =>
        part.includes(paragraph),
      );
      setText(found?.replaceAll("**", "") ?? paragraph);
    })();
  }, [game, paragraph]);
  return <blockquote class="paragraph">{text}</blockquote>;
}
