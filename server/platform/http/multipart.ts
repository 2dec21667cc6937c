import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * What the parser says of a form that is none: its errors have no code. The boundary is the needle
 * that it searches.
 */
const damaged = /multipart|boundary|part header|unexpected end|needle/i;

/**
 * Reads a form. What follows in a form that is refused is dropped: its thousands of parts would
 * still be parsed.
 * @throws ApiError 400 for one that breaks off or is damaged; every other error as it is.
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
