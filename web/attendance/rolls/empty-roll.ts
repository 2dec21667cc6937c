import type { EmptyRoll } from '#contract/attendance/empty-roll.ts';
import { longDate } from '#web/ui/format.ts';

const students = (count: number) => (count === 1 ? '1 student' : `${count} students`);

/** When students are in the class, in words. */
export function reasonText({ later, first_day, earlier, last_day }: EmptyRoll): string {
  const parts = [
    ...(later && first_day ? [`${students(later)} from ${longDate(first_day)} on`] : []),
    ...(earlier && last_day ? [`${students(earlier)} until ${longDate(last_day)}`] : []),
  ];
  return parts.length
    ? `Enrolled: ${parts.join('; ')}.`
    : 'No student has ever been enrolled in it.';
}
