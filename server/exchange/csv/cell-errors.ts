import { control } from '#contract/control.ts';
import { hasThousands, isChangedNumber, isSheetError } from '#contract/file-values.ts';
import { unreadable } from '#contract/text-encoding.ts';

/** A number that a spreadsheet has changed is another one. */
export const roundingError = (value: string): string | null => {
  if (isChangedNumber(value))
    return 'was rounded by a spreadsheet: format the column as text and enter it again';
  return hasThousands(value)
    ? 'has separators between its thousands: format the column as text and save again'
    : null;
};

/** A cell with two cards, or with words beside the number: `8861011;8861012`, `No. 8861010`, `8861015 (old)`. */
export const cardError = (value: string): string | null =>
  /[;()]|^(?:no|nr|card|karte|badge|#)(?=[.:#\s]).*\d/i.test(value)
    ? 'must be the number of one card alone'
    : null;

/** Whether a text was read in another encoding than it was written in (*ZoÃ«*), or has codes of HTML (*Zo&euml;*). */
const isMisread = (value: string): boolean =>
  /Ã[\u0080-\u00bf\u2018-\u201d€™Š-žƒ]|â€[\u2018-\u201d\u0080-\u00bf™œ]|&(?:#\d{2,6}|#x[\da-f]{2,5}|amp|lt|gt|quot|apos|nbsp|szlig|[a-z]{1,2}(?:acute|grave|circ|tilde|uml|ring|cedil|slash|caron|lig));/iu.test(
    value,
  );

/** Returns why a cell of a file is refused in every column; null when it is not. */
export function cellError(value: string): string | null {
  if (control.test(value) || /[\u0080-\u009f]/.test(value))
    return 'must not contain control characters';
  if (value.includes(unreadable))
    return 'has a character that cannot be read: save the file as CSV UTF-8';
  if (isMisread(value))
    return 'has letters that were saved in a wrong way: export the file again as CSV UTF-8';
  return isSheetError(value) ? 'is an error of the spreadsheet: enter the value' : null;
}
