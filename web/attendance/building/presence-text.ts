import type { PersonHere } from '#contract/attendance/building.ts';
import { timeOfDay } from '#contract/texts.ts';

const texts: Record<PersonHere['state'], string> = {
  present: 'Present',
  arrived: 'Arrived at the door',
  not_seen: 'Not yet seen',
  absent: 'Absent',
  excused: 'Excused',
  left_early: 'Left early',
};

/** `Arrived at the door 09:05`; a teacher is here since their check-in. */
export function presenceText(
  { state, since, teacher }: Pick<PersonHere, 'state' | 'since' | 'teacher'>,
  timeZone: string,
): string {
  const text = teacher !== null && state === 'present' ? 'Checked in' : texts[state];
  return since === null ? text : `${text} ${timeOfDay(since, timeZone)}`;
}

/** `10:42, Ada Marsh`; empty without a tick. */
export const tickText = (
  { ticked_at, ticked_by }: Pick<PersonHere, 'ticked_at' | 'ticked_by'>,
  timeZone: string,
): string =>
  ticked_at === null ? '' : [timeOfDay(ticked_at, timeZone), ticked_by].filter(Boolean).join(', ');
