import type { LeftOutReason, SemesterCopy } from '#contract/timetable/semester-copy.ts';
import { counted, countOf } from '#web/ui/format.ts';

/** Why classes are not copied, behind their number: "2 classes are there already". */
const reasons: Record<LeftOutReason, [one: string, several: string]> = {
  already: ['class is there already', 'classes are there already'],
  teacher: ['class has an archived teacher', 'classes have an archived teacher'],
  classroom: ['class has an archived room', 'classes have an archived room'],
  subject: ['class has an archived subject', 'classes have an archived subject'],
  weeks: [
    'class is held only in weeks after the end',
    'classes are held only in weeks after the end',
  ],
  ended: ['class had ended by that day', 'classes had ended by that day'],
};

export const leftOutText = ({ reason, count }: SemesterCopy['left_out'][number]): string =>
  counted(count, ...reasons[reason]);

/** "14,589 dates, 200 of them holidays, 12 in the past". */
export const datesText = ({ dates, holidays, past }: SemesterCopy): string =>
  [
    counted(dates, 'date'),
    ...(holidays > 0
      ? [`${countOf(holidays)} of them ${holidays === 1 ? 'a holiday' : 'on holidays'}`]
      : []),
    ...(past > 0 ? [`${countOf(past)} in the past`] : []),
  ].join(', ');
