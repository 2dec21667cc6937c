import { control } from '#contract/control.ts';
import { hasThousands, isChangedNumber, isSheetError } from '#contract/file-values.ts';
import { unreadable } from '#contract/text-encoding.ts';
import { misreadError } from './misread.ts';

/** A number that a spreadsheet has changed is another one. */
export const roundingError = (value: string): string | null => {
  if (isChangedNumber(value))
    return 'was rounded by a spreadsheet: format the column as text and enter it again';
  return hasThousands(value)
    ? 'has separators between its thousands: format the column as text and save again'
    : null;
};

/** A word beside a number, and no hexadecimal digits: `8861010 active`, `Mifare 8861033`, `ID: 8861015`. */
const besideNumber = /^(?=.*\d).*(?:^|\s)(?=\p{L}*[^\P{L}a-f])\p{L}{2,}[.:#]?(?:\s|$)/iu;

/** The state of a card in the place of its number. */
const stateOfCard =
  /^(?:active|inactive|valid|invalid|issued|returned|blocked|expired|printed|yes|true|false|ja|oui|sí|si|sim)$/i;

/**
 * A cell with two cards, with words or signs beside the number, or with a word alone: `8861011;8861012`, `No. 8861010`,
 * `8861015 (old)`, `8861015*`, `active`.
 */
export const cardError = (value: string): string | null =>
  /[;()*]|^#|\d{6,}\s+\d{6,}/.test(value) || besideNumber.test(value) || stateOfCard.test(value)
    ? 'must be the number of one card alone'
    : null;

/** Returns why a cell of a file is refused in every column; null when it is not. */
export function cellError(value: string): string | null {
  if (control.test(value) || /[\u0080-\u009f]/.test(value))
    return 'must not contain control characters';
  if (value.includes(unreadable))
    return 'has a character that cannot be read: save the file as CSV UTF-8';
  const misread = misreadError(value);
  if (misread !== null) return misread;
  return isSheetError(value) ? 'is an error of the spreadsheet: enter the value' : null;
}
