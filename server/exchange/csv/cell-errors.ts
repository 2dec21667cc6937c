import { hasThousands, isChangedNumber } from '#contract/file-values.ts';

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
