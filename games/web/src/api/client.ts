/** Requests to the API, with the types of its contract. */
import createClient, { type Middleware } from "openapi-fetch";
import { language } from "../i18n";
import { placeOf } from "../replay/hash";
import type { paths } from "./schema";
import { accessToken } from "./session";
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

export const api = createClient<paths, "application/json">({ baseUrl: "" });
api.use(authorized);

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

/** Return the body of an answer. Throws Refused with the problem of the service, and TypeError without a network. */
export async function body<T>(answer: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  const problem = (typeof error === "object" && error !== null ? error : { detail: response.statusText }) as Problem;
  throw new Refused(problem, response.status);
}

/** Whether an error means that the service could not be reached, so that the same request is worth another try. */
export function isOffline(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Refused && error.status >= 502);
}
