import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * The parser's errors for an invalid form have no code. The boundary is the needle
 * that it searches.
 */
const damaged = /multipart|boundary|part header|unexpected end|needle/i;

/**
 * Reads a form. The rest of a rejected form is dropped: its thousands of parts would
 * still be parsed.
 * @throws ApiError 400 for a truncated or damaged form; every other error unchanged.
 */
export async function readForm<Form>(
  { raw }: FastifyRequest,
  read: () => Promise<Form>,
): Promise<Form> {
  try {
    return await read();
  } catch (error) {
    raw.unpipe();
    raw.resume();
    return throwFormError(error);
  }
}

function throwFormError(error: unknown): never {
  if (
    error instanceof Error &&
    !(error instanceof ApiError) &&
    !('statusCode' in error) &&
    damaged.test(error.message)
  ) {
    throw new ApiError(400, { detail: 'This upload broke off, or is damaged: send it again.' });
  }
  throw error;
}
