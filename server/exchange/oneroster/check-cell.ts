import { misreadError } from '../csv/misread.ts';
import { isDate } from '#contract/dates.ts';
import { dateOfFile } from '#contract/file-dates.ts';
import { shortGenders, valueFinder } from '#contract/file-values.ts';
import type { ColumnRule, RosterVersion } from './format.ts';

/** The longest sourcedId of the format. */
export const idLength = 255;
/** Longer than any field of ours: such a text is stored nowhere, and is not carried through the import. */
const textLength = 1000;

/** The sourcedIds of a list. */
export const idsOf = (text: string): string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);

/**
 * How the cells of a column are read that many systems do not write as the format says: values of enumerations
 * in other cases or short, dates with a time, and yes and no.
 */
export const cellReaders = (rules: Record<string, ColumnRule>) =>
  Object.entries(rules).flatMap(([column, { type }]): [string, (text: string) => string][] => {
    if (typeof type !== 'string') return [[column, valueFinder<string>(type, shortGenders)]];
    if (type === 'date') return [[column, (text) => dateOfFile(text, 'ymd')]];
    return type === 'boolean' ? [[column, flagOf]] : [];
  });

const flags: Record<string, string> = {
  yes: 'true',
  y: 'true',
  '1': 'true',
  no: 'false',
  n: 'false',
  '0': 'false',
};
const flagOf = (text: string): string => flags[text.toLowerCase()] ?? text;

/** Why a cell breaks the format; null when it does not. */
export function cellError(
  value: string,
  { type, required }: ColumnRule,
  version: RosterVersion,
): string | null {
  if (value === '') return required ? 'is required' : null;
  if (typeof type !== 'string') {
    // 1.2 lets systems add values of their own.
    const isOwn = version === '1.2' && value.startsWith('ext:') && value.length <= idLength;
    return type.includes(value) || isOwn
      ? null
      : `must be ${type.filter(Boolean).join(', ')}${type.includes('') ? ' or empty' : ''}`;
  }
  switch (type) {
    case 'id':
      return value.length > idLength ? `must have at most ${idLength} characters` : null;
    case 'ids':
      return idsOf(value).some((id) => id.length > idLength)
        ? `each must have at most ${idLength} characters`
        : null;
    case 'date':
      return isDate(value) ? null : 'must be a date, YYYY-MM-DD';
    case 'year':
      return /^\d{4}$/.test(value) ? null : 'must be a year, YYYY';
    case 'boolean':
      return /^(true|false)$/i.test(value) ? null : 'must be true or false';
    default:
      return value.length > textLength
        ? `must have at most ${textLength} characters`
        : misreadError(value);
  }
}
