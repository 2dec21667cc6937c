/** Texts by field name (R-API-2), or `{detail}`, or the results of an action on students. */
export type ErrorBody = Record<string, unknown>;

/** The one kind of error that is meant for the caller; anything else becomes a 500. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;
  /** The e-mail address of the caller, where it is not known otherwise. */
  actor?: string;

  constructor(status: number, body: ErrorBody, headers: Record<string, string> = {}) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const notFound = (what: string) => new ApiError(404, { detail: `${what} was not found` });
export const forbidden = (detail: string) => new ApiError(403, { detail });
export const validationError = (field: string, message: string) =>
  new ApiError(400, { [field]: [message] });
