import type { Roll } from '#contract/marks.ts';

/** "1 absence", "12 absences". */
export const absences = (count: number): string =>
  `${count} ${count === 1 ? 'absence' : 'absences'}`;

/** How many absences of a roll are those that its closing wrote: what reopening can take back (R-ROLL-11). */
export const writtenByClosing = (
  rows: Pick<Roll['results'][number], 'status' | 'how' | 'marked_at'>[],
  closedAt: string | null,
): number =>
  closedAt === null
    ? 0
    : rows.filter(
        ({ status, how, marked_at }) =>
          status === 'Absent' &&
          how === 'closing' &&
          marked_at !== null &&
          Date.parse(marked_at) === Date.parse(closedAt),
      ).length;

/** What happened, for the message after a roll was reopened. */
export const reopenedText = (takenBack: number): string =>
  takenBack === 0
    ? 'The roll is open again'
    : `The roll is open again, and ${absences(takenBack)} taken back.`;
