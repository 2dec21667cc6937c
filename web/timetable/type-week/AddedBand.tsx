import type { ManyClasses } from '#contract/timetable/many-classes.ts';
import { OperationBand } from '#web/ui/OperationBand.tsx';
import { counted } from '#web/ui/format.ts';
import type { WeekOf } from './WeekTerms.tsx';

interface AddedBandProps {
  of: ManyClasses;
  semester: number | null;
  week: WeekOf;
}

/**
 * The number of classes that were added, with a link to the semester's list, or to the usual week
 * of a teacher, room or cohort.
 */
export function AddedBand({ of, semester, week: { kind, id } }: AddedBandProps) {
  const isWeek = kind !== null && id !== null;
  return (
    <OperationBand
      text={`${counted(of.ids.length, 'class', 'classes')} added`}
      show={{
        text: isWeek ? 'Show the usual week' : 'Show the timetable',
        to: '/timetable',
        search: {
          semester: semester === null ? undefined : String(semester),
          ...(isWeek && { [kind]: String(id), show: 'week' }),
        },
      }}
      operation={of.operation}
    />
  );
}
