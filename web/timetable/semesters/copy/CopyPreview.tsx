import { classSubject } from '#contract/class-name.ts';
import type { NamedClasses, SemesterCopy } from '#contract/timetable/semester-copy.ts';
import { weeklyTimeOf, weeksOf } from '#web/platform/week-names.ts';
import { ClashList } from '#web/ui/clashes/ClashList.tsx';
import { counted, countOf, longDate } from '#web/ui/format.ts';
import classes from './CopySemester.module.css';
import { datesText, leftOutText } from './texts.ts';

/** Shows the classes and cohorts that a copy makes, its clashes, and what it leaves out. */
export function CopyPreview({ of }: { of: SemesterCopy }) {
  const {
    last_week: last,
    lost_weeks,
    lost_changes,
    first_week,
    cohorts,
    in_two_places: twice,
  } = of;
  return (
    <section aria-label="What will be copied" className={classes.preview}>
      <p role="status">
        <b>{counted(of.classes, 'class', 'classes')}</b> as on {longDate(of.as_of)}, with{' '}
        {datesText(of)}
        {of.students > 0 && ` and ${counted(of.students, 'student')}`}.
      </p>
      {last.from !== last.to && (
        <p>
          The copied semester has classes until week {last.from}, the new one until week {last.to}.
        </p>
      )}
      {of.left_out.map((one) => (
        <Named
          key={one.reason}
          title={`Left out: ${leftOutText(one)}`}
          of={one}
          first_week={first_week}
        />
      ))}
      {lost_weeks && (
        <Named
          title={[
            counted(lost_weeks.count, 'class loses', 'classes lose'),
            weeksOf({ weeks: lost_weeks.weeks, first_week }),
          ].join(' ')}
          of={lost_weeks}
          first_week={first_week}
        />
      )}
      {lost_changes.count > 0 && (
        <Named
          title={`${counted(lost_changes.count, 'class has', 'classes have')} a later change after the end, which is lost`}
          of={lost_changes}
          first_week={first_week}
        />
      )}
      {cohorts.length > 0 && (
        <details>
          <summary>{counted(cohorts.length, 'cohort')}</summary>
          <ul>
            {cohorts.map(({ id, name, year, ...with_ }) => (
              <li key={id}>
                {name} {year}: {counted(with_.classes, 'class', 'classes')},{' '}
                {counted(with_.students, 'student')}
              </li>
            ))}
          </ul>
        </details>
      )}
      {twice.count > 0 && (
        <details open>
          <summary>Not enrolled in classes that overlap: {counted(twice.count, 'student')}</summary>
          <ul>
            {twice.first.map((one) => (
              <li key={one.student_id}>
                {one.name} ({one.student_id}): {counted(one.classes, 'class', 'classes')}
              </li>
            ))}
            <More count={twice.count - twice.first.length} />
          </ul>
        </details>
      )}
      {of.clash_count > 0 && (
        <details open className={classes.clashes}>
          <summary>{counted(of.clash_count, 'clash', 'clashes')}</summary>
          <ClashList isOfSeveral of={of.clashes} max={of.clashes.length} count={of.clash_count} />
        </details>
      )}
    </section>
  );
}

/** Classes that a sentence is about, to be unfolded. */
function Named({
  title,
  of,
  first_week,
}: {
  title: string;
  of: NamedClasses;
  first_week: SemesterCopy['first_week'];
}) {
  return (
    <details>
      <summary>{title}</summary>
      <ul>
        {of.first.map((it) => (
          <li key={it.id}>
            {weeklyTimeOf({ ...it, first_week })}: {classSubject(it)}, {it.class_type}
          </li>
        ))}
        <More count={of.count - of.first.length} />
      </ul>
    </details>
  );
}

const More = ({ count }: { count: number }) =>
  count > 0 ? <li>and {countOf(count)} more</li> : null;
