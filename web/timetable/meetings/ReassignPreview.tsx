import { classSubject } from '#contract/class-name.ts';
import type { ReassignmentPreview } from '#contract/timetable/reassignment.ts';
import { weeklyTimeOf } from '#web/platform/week-names.ts';
import { ClashList } from '#web/ui/clashes/ClashList.tsx';
import { counted } from '#web/ui/format.ts';
import classes from './Meetings.module.css';

/** The effect of a reassignment. */
export function ReassignPreview({ of }: { of: ReassignmentPreview }) {
  const { all_clashes: clashes, students, unchanged, alone } = of;
  const meetings = of.classes.reduce((sum, it) => sum + it.meetings, 0);
  const staying =
    alone > 0 &&
    ` ${counted(alone, 'class has', 'classes have')} no other one, and ${alone === 1 ? 'stays' : 'stay'}.`;
  if (of.classes.length === 0) return <p role="status">No classes from then on.{staying}</p>;
  return (
    <section aria-label="What changes" className={classes.preview}>
      <p role="status">
        <b>
          {counted(of.classes.length, 'weekly class', 'weekly classes')} on{' '}
          {counted(meetings, 'date')}, for {counted(students, 'student')}.
        </b>
        {unchanged > 0 &&
          ` ${counted(unchanged, 'date')} with marks, notes or a check-in stay as they are.`}
        {staying}
      </p>
      {clashes.length > 0 && (
        <div role="alert" className={classes.clashes}>
          Clashes:
          <ClashList isOfSeveral of={clashes} />
        </div>
      )}
      <ul>
        {of.classes.map((it) => (
          <li key={it.id}>
            {weeklyTimeOf(it)}: {classSubject(it)}
          </li>
        ))}
      </ul>
    </section>
  );
}
