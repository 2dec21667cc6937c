import { dateOrders } from '#contract/file-dates.ts';
import { encodingNames } from '#contract/text-encoding.ts';
import type { ReadFile } from './read.ts';

/** How files are read that are not in the usual form, as lines for a terminal. */
export const foundLines = (files: Pick<ReadFile, 'file' | 'found'>[]): string[] =>
  files.flatMap(({ file, found }) => {
    if (!found) return [];
    const { encoding, headerLine, dateOrder, unread = [] } = found;
    const facts = [
      ...(encoding === 'utf-8' ? [] : [`in ${encodingNames[encoding]}`]),
      ...(headerLine > 1 ? [`with its header in line ${headerLine}`] : []),
      ...(dateOrder === 'ymd' ? [] : [`with dates as ${dateOrders[dateOrder]}`]),
      ...(unread.length > 0 ? [`without ${unread.join(', ')}`] : []),
    ];
    return facts.length > 0 ? [`${file} is read ${facts.join(', ')}.`] : [];
  });
