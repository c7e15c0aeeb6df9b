import { t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";

const EDGE = 4;

/** A link that another phone reads with its camera. */
export function QrCode({ text }: { text: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    void import("lean-qr").then(({ generate }) => {
      const code = generate(text);
      let path = "";
      for (let y = 0; y < code.size; y++) {
        for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
      }
      setDrawn({ size: code.size, path });
    });
  }, [text]);
  if (!drawn) return null;
  const side = drawn.size + 2 * EDGE;
  return (
    <svg class="qr" viewBox={`${-EDGE} ${-EDGE} ${side} ${side}`} role="img" aria-label={t`QR code of the link`}>
      <path d={drawn.path} />
    </svg>
  );
}
