import { z } from 'zod';

/** Digits and capital letters without I, L, O and U (Crockford's base 32): nothing is read as another. */
export const letterAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const letterNumberLength = 12;

const stored = new RegExp(`^[${letterAlphabet}]{${letterNumberLength}}$`);

/** A typed number of a letter, as it is stored: without spaces and dashes, O as 0, I and L as 1. */
export const letterNumber = z
  .string()
  .max(60, 'has 12 letters and digits')
  .transform((text) =>
    text
      .toUpperCase()
      .replaceAll(/[\s\u2010-\u2015-]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  )
  .refine((text) => stored.test(text), 'has 12 letters and digits');

/** As it is printed: `K7QM-3XHD-9T2W`. */
export const formatted = (number: string): string => number.replaceAll(/(.{4})(?=.)/g, '$1-');
