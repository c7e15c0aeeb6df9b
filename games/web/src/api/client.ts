/** Requests to the API, with the types of its contract. */
import createClient, { type Middleware } from "openapi-fetch";
import { language } from "../i18n";
import { placeOf } from "../replay/hash";
import type { paths } from "./schema";
import { accessToken, ended } from "./session";
import type { Problem } from "./types";

const authorized: Middleware = {
  async onRequest({ request }) {
    const token = await accessToken();
    if (token) request.headers.set("Authorization", `Bearer ${token}`);
    request.headers.set("Accept-Language", language());
    const { code } = placeOf(location.hash);
    if (code && request.method === "GET") request.headers.set("Share-Code", code);
    const writes = request.method !== "GET" && request.method !== "HEAD";
    if (writes && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", crypto.randomUUID());
    }
    return request;
  },
};

export const api = createClient<paths, "application/json">({ baseUrl: "", fetch: persist });
api.use(authorized);

/** Send a request, and once more if its token was refused before its time: a clock may be wrong. */
async function persist(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await fetch(request);
  const worn = request.headers.get("Authorization")?.replace("Bearer ", "");
  const token = answer.status === 401 && worn ? await accessToken(worn) : null;
  if (!token) return answer;
  again.headers.set("Authorization", `Bearer ${token}`);
  return fetch(again);
}

/** A refusal of the service, with its problem document. */
export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.detail);
  }
}

/** What openapi-fetch returns for a request. */
export interface Answered<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * Return the body of an answer. Throws Refused with the problem of the service, and TypeError without a network. If the
 * session has ended, it returns nothing: the page asks the person how to go on, and begins again.
 */
export async function body<T>(answer: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  if (response.status === 401 && ended.value && !location.pathname.startsWith("/embed/")) return new Promise(() => {});
  const problem = (typeof error === "object" && error !== null ? error : { detail: response.statusText }) as Problem;
  throw new Refused(problem, response.status);
}

/** Whether an error means that the service could not be reached, so that the same request is worth another try. */
export function isOffline(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Refused && error.status >= 502);
}
