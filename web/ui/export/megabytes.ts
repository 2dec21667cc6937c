import { numberFormat } from '#contract/formats.ts';

/** The size of a file with one place: `1500000` → `1.5 MB`. */
export const megabytesOf = (bytes: number): string => {
  const format = numberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${format.format(bytes / 1e6)} MB`;
};
