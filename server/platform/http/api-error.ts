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

/** Whether an error names fields of the request, so that others can be named beside them. */
export const namesFields = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status === 400 &&
  !('detail' in error.body) &&
  !('fail' in error.body);

/**
 * Runs two checks one after the other, so that one answer names the fields that both refuse.
 * @throws ApiError 400 with the fields of both.
 */
export async function inOneAnswer<One, Other>(
  check: () => Promise<One>,
  another: () => Promise<Other>,
): Promise<[One, Other]> {
  let first: One;
  try {
    first = await check();
  } catch (error) {
    if (!namesFields(error)) throw error;
    try {
      await another();
    } catch (further) {
      if (namesFields(further)) throw new ApiError(400, { ...further.body, ...error.body });
    }
    throw error;
  }
  return [first, await another()];
}
