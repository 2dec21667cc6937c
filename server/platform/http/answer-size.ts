import { ApiError, validationError } from './api-error.ts';

/** What one list may hold, in characters: ten thousand students with long names are half of it. */
export const maxAnswerLength = 16 * 1024 * 1024;

/** Rows with long text that are read at once. */
export const longRowsAtOnce = 200;

/**
 * Counts what the rows of an answer hold.
 * @returns adds a length.
 * @throws ApiError 400 at `limit` beyond the most.
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

/** What a row's quotation marks, colon and comma take for each field of an answer. */
const signsOfField = 4;

/**
 * About how many characters a row takes in an answer, however deep: thousands of small objects are
 * mostly names of fields.
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
