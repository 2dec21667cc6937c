import { ApiError, validationError } from './api-error.ts';

/** Maximum characters of a list's response: ten thousand students with long names are half of it. */
const maxAnswerLength = 16 * 1024 * 1024;

/** Number of rows with long text that are read at once. */
export const longRowsAtOnce = 200;

/**
 * Counts the size of the rows of a response.
 * @returns adds a length.
 * @throws ApiError 400 at `limit` beyond the maximum.
 */
export function answerLength(): (length: number) => void {
  let total = 0;
  return (length) => {
    total += length;
    if (total > maxAnswerLength) throw tooMuch();
  };
}

const tooMuch = (): ApiError =>
  validationError('limit', 'asks for more text than one answer holds: ask for fewer rows');

/** Characters of a field besides its value: quotation marks, colon and comma. */
const signsOfField = 4;

/**
 * Estimates the characters of a row in a response, at any depth: thousands of small objects are
 * mostly field names.
 */
export function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let total = 0;
  if (Array.isArray(value)) for (const part of value) total += lengthOf(part);
  else
    for (const [name, part] of Object.entries(value))
      total += name.length + signsOfField + lengthOf(part);
  return total;
}
