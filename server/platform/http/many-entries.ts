import type { FastifyInstance } from 'fastify';
import { limits } from '#contract/limits.ts';
import { ApiError, validationError } from './api-error.ts';

/** More than any call accepts; up to here the contract's own messages apply. */
const maxEntries = (field: string): number =>
  field === 'ids' ? limits.mostRows : 2 * limits.bulkStudents;

/** More than any call accepts. */
const maxFields = 100;

/**
 * Rejects an array that is longer than any call accepts before its elements are validated: a
 * quarter of a million errors of one body take a second to collect, during which no tap is
 * answered. The same for a body with tens of thousands of fields.
 * @throws ApiError 400, at the field of an array.
 */
export function limitEntries(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body }, _reply, done) => {
    refuseMany(body);
    done();
  });
}

function refuseMany(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  let fields = 0;
  // Object.entries would create all of them first.
  for (const field in body) {
    if (++fields > maxFields)
      throw new ApiError(400, { detail: `The body has more than ${maxFields} fields.` });
    const value: unknown = Reflect.get(body, field);
    const max = maxEntries(field);
    if (Array.isArray(value) && value.length > max)
      throw validationError(field, `must have at most ${max} entries`);
  }
}
