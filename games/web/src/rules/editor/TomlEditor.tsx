/**
 * An editor for TOML, with completion and with faults at their lines.
 *
 * It lives in a shadow root: there CodeMirror uses constructed style sheets, which the page's Content-Security-Policy
 * allows, while it forbids style elements.
 */
import { autocompletion, type CompletionContext, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";
import { type Schema, suggest } from "./completion";

export interface Marked {
  line: number;
  why: string;
}

interface Props {
  label: string;
  /** The text with which it begins. Another object replaces what is written. */
  start: { text: string };
  schema: Schema | null;
  faults: readonly Marked[];
  /** A line to go to; another object goes there again. */
  goTo: { line: number } | null;
  onChange: (text: string) => void;
}

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--code-number)" },
  { tag: [tags.propertyName, tags.name], color: "var(--text)" },
]);

const THEME = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--raised)", fontSize: "14px" },
  "&.cm-focused": { outline: "3px solid var(--gold)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)", padding: "12px 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "0" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--gold) 10%, transparent)" },
  ".cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--gold) 35%, transparent) !important" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete > ul > li": { padding: "4px 8px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionInfo": { maxWidth: "320px", padding: "8px 12px", fontFamily: "inherit" },
  ".cm-completionDetail": { color: "inherit", opacity: "0.7", fontStyle: "normal" },
  ".cm-diagnostic": { fontFamily: "system-ui, sans-serif", padding: "6px 10px" },
});

/**
 * Puts typed text in the place of a selection. The browser would keep the look of what it replaces in a style attribute,
 * which the page's Content-Security-Policy forbids.
 */
const REPLACING = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.isComposing || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data ?? ""), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

export function TomlEditor({ label, start, schema, faults, goTo, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const now = useRef({ schema, onChange });
  now.current = { schema, onChange };

  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const complete = (context: CompletionContext) => {
      const { schema: known } = now.current;
      const [before, after] = [context.state.sliceDoc(0, context.pos), context.state.sliceDoc(context.pos)];
      const found = known && suggest(known, before, after);
      if (!found || (!context.explicit && found.replaces === 0 && !/[=[.]\s*$/.test(before))) return null;
      return {
        from: context.pos - found.replaces,
        options: found.items.map(({ label: name, detail, info, insert }) => ({
          label: name,
          detail,
          info,
          apply: insert,
        })),
      };
    };
    view.current = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: start.text,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          StreamLanguage.define(toml),
          syntaxHighlighting(COLOURS),
          autocompletion({ override: [complete], icons: false }),
          lintGutter(),
          // Escape, then Tab, leaves the editor by the keyboard.
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({
            "aria-label": label,
            tabindex: "0",
            spellcheck: "false",
            autocapitalize: "off",
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) now.current.onChange(update.state.doc.toString());
          }),
          REPLACING,
          THEME,
        ],
      }),
    });
    return () => view.current?.destroy();
  }, [start, label]);

  useEffect(() => {
    const state = view.current?.state;
    if (!state) return;
    const diagnostics: Diagnostic[] = faults.map(({ line, why }) => {
      const { from, to, text } = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
      return { from: from + (text.length - text.trimStart().length), to, severity: "error", message: why };
    });
    view.current?.dispatch(setDiagnostics(state, diagnostics));
  }, [faults]);

  useEffect(() => {
    const state = view.current?.state;
    if (!goTo || !state) return;
    const { from } = state.doc.line(Math.min(goTo.line, state.doc.lines));
    view.current?.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    view.current?.focus();
  }, [goTo]);

  return <div class="toml" ref={host} />;
}
