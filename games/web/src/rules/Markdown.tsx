/**
 * A rule text as elements. Players write rulesets, so no markup of a text reaches the page: HTML is shown as text, and
 * pictures only as their description.
 */
import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { type ComponentChildren, Fragment } from "preact";
import { numberOf, references } from "./paragraphs";

interface Props {
  text: string;
  /** The level below which headings begin. */
  level?: 1 | 2 | 3;
  /** Which paragraphs of this page a text may link to. */
  known?: (number: string) => boolean;
  /** What follows a numbered paragraph, such as its examples. */
  after?: (number: string) => ComponentChildren;
}

export function Markdown({ text, level = 1, known = () => false, after }: Props) {
  return <>{lexer(text).map((token, index) => block(token as MarkedToken, { level, known, after }, index))}</>;
}

interface Context {
  level: number;
  known: (number: string) => boolean;
  after: ((number: string) => ComponentChildren) | undefined;
}

function block(token: MarkedToken, context: Context, key: number): ComponentChildren {
  switch (token.type) {
    case "heading": {
      const Heading = `h${Math.min(token.depth + context.level - 1, 4)}` as "h2";
      return <Heading key={key}>{inline(token.tokens, context)}</Heading>;
    }
    case "paragraph":
      return <Paragraph key={key} token={token} context={context} />;
    case "list": {
      const List = token.ordered ? "ol" : "ul";
      return (
        <List key={key} class="listed">
          {token.items.map((item, index) => (
            <li key={index}>{item.tokens.map((one, at) => block(one as MarkedToken, context, at))}</li>
          ))}
        </List>
      );
    }
    case "table":
      return <Table key={key} token={token} context={context} />;
    case "blockquote":
      return <blockquote key={key}>{token.tokens.map((one, at) => block(one as MarkedToken, context, at))}</blockquote>;
    case "code":
      return (
        <pre key={key}>
          <code>{token.text}</code>
        </pre>
      );
    case "text":
      return <Fragment key={key}>{token.tokens ? inline(token.tokens, context) : token.text}</Fragment>;
    case "html":
      return <p key={key}>{token.text}</p>;
    case "hr":
      return <hr key={key} />;
    default:
      return null;
  }
}

function Paragraph({ token, context }: { token: Tokens.Paragraph; context: Context }) {
  const number = numberOf(token.raw);
  if (!number) return <p>{inline(token.tokens, context)}</p>;
  const [, ...rest] = token.raw.split(number);
  const said = rest.join(number).replace(/^(\*\*)?[\s:.]*/, "");
  const [inner] = lexer(said);
  return (
    <div class="numbered" id={number}>
      <a class="number" href={`#${number}`}>
        {number}
      </a>
      <div>
        <p>{inner?.type === "paragraph" ? inline(inner.tokens ?? [], context) : said}</p>
        {context.after?.(number)}
      </div>
    </div>
  );
}

function Table({ token, context }: { token: Tokens.Table; context: Context }) {
  const hasHeader = token.header.some((cell) => cell.text);
  return (
    <div class="scrolled">
      <table>
        {hasHeader && (
          <thead>
            <tr>
              {token.header.map((cell, at) => (
                <th key={at} scope="col">
                  {inline(cell.tokens, context)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {token.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>{inline(cell.tokens, context)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: readonly Token[], context: Context): ComponentChildren {
  return tokens.map((one, key) => span(one as MarkedToken, context, key));
}

function span(token: MarkedToken, context: Context, key: number): ComponentChildren {
  switch (token.type) {
    case "strong":
      return <strong key={key}>{inline(token.tokens, context)}</strong>;
    case "em":
      return <em key={key}>{inline(token.tokens, context)}</em>;
    case "del":
      return <del key={key}>{inline(token.tokens, context)}</del>;
    case "codespan":
      return <code key={key}>{token.text}</code>;
    case "br":
      return <br key={key} />;
    case "link":
      if (!/^(https?:\/\/|#)/i.test(token.href)) return <Fragment key={key}>{inline(token.tokens, context)}</Fragment>;
      return (
        <a key={key} href={token.href} rel="nofollow ugc noreferrer">
          {inline(token.tokens, context)}
        </a>
      );
    case "image":
      return token.text;
    case "escape":
      return token.text;
    case "text":
      if (token.tokens) return inline(token.tokens, context);
      return <Linked key={key} text={unescaped(token.text)} known={context.known} />;
    default:
      return token.raw;
  }
}

function Linked({ text, known }: { text: string; known: (number: string) => boolean }) {
  return (
    <>
      {references(text, known).map(({ text: part, number }, at) =>
        number ? (
          <a key={at} class="reference" href={`#${number}`}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** Return a text without the entities that the parser writes for markup, because elements take plain text. */
function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
