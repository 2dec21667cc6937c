import { memo, type ReactNode } from 'react';
import { namesOfRooms } from '#contract/timetable/further-names.ts';
import { classCode } from '#contract/class-name.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { TeacherNames } from '#web/school/TeacherNames.tsx';
import { semesterName } from '#web/ui/format.ts';
import { capitalize } from '#web/ui/labels.ts';
import { CheckInButton } from '#web/pay/public/CheckInButton.ts';
import { checkInFor, missingText, taughtOn } from '#web/pay/public/taught-class.ts';
import { NoCheckInButton } from '#web/pay/public/NoCheckInButton.ts';
import { MeetingMenu } from '#web/timetable/public/MeetingMenu.ts';
import { canBeTaken, isHeld, meetingText } from '#web/timetable/public/meeting-text.ts';
import classes from './ClassTable.module.css';

interface ClassRowProps {
  of: ClassSchedule;
  date: string;
  state: string;
  add: boolean;
  view: boolean;
  future: boolean;
  /** The button "Teacher Check-in"; null for none. */
  checkIn: 'enabled' | 'disabled' | null;
  /** The user's own teacher; null for a user who is not one. */
  teacher: number | null;
}

/** A width in percent. */
const partOf = (count: number, total: number): string =>
  `${total > 0 ? (count * 100) / total : 0}%`;

/** A class of the table in two lines: time and type, subject and semester, room and teacher. */
export const ClassRow = memo(function ClassRow({
  of,
  date,
  state,
  add,
  view,
  future,
  checkIn,
  teacher,
}: ClassRowProps) {
  const {
    total_students: total,
    total_present: present,
    total_absent: absent,
  } = of.today_students_stats;
  const held = isHeld(of);
  const open = canBeTaken(of);
  const note = meetingText(of);
  return (
    <tr
      data-class={of.id}
      data-ongoing={of.currentClass || undefined}
      data-state={state}
      data-passed={of.period === 'passed' || undefined}
      data-held={held}
    >
      <td className={classes.time} style={{ borderLeftColor: of.color_coding }}>
        <span>
          {of.start_time} – {of.end_time}
        </span>{' '}
        <small>{of.class_type}</small>
      </td>
      <td className={classes.subject} title={of.subject.subject_name}>
        <span>{of.subject.subject_name}</span>{' '}
        <small>
          {classCode(of)} {semesterName(of.semester)}
        </small>
        {note && <div className={classes.note}>{note}</div>}
      </td>
      <td className={classes.place}>
        <span>{namesOfRooms(of)}</span>{' '}
        <small>
          <TeacherNames of={of} />
        </small>
      </td>
      <td
        className={classes.counts}
        style={{ '--there': partOf(present, total), '--taken': partOf(present + absent, total) }}
      >
        <span>
          {present + absent} of {total} {total === 1 ? 'student' : 'students'}
        </span>{' '}
        <small>
          {present} present, {absent} absent
        </small>
      </td>
      <td className={classes.state}>
        <span>
          {of.currentClass ? (
            <>
              <span className={classes.ongoing}>Ongoing</span>, {state}
            </>
          ) : (
            capitalize(state)
          )}
        </span>{' '}
        <small className={classes.checkIn}>
          <CheckIn
            of={of}
            date={date}
            checkIn={open ? checkIn : null}
            isOpen={open}
            teacher={teacher}
          />
        </small>
      </td>
      <td className={classes.actions}>
        <span className={classes.links}>
          <Actions
            of={of}
            date={date}
            add={add && open}
            view={view}
            future={future}
            isComplete={state === 'taken' || state === 'closed'}
          />
        </span>
        <MeetingMenu of={of} date={date} />
      </td>
    </tr>
  );
});

/** The check-in of a class, or the button for it. */
function CheckIn({
  of,
  date,
  checkIn,
  isOpen,
  teacher,
}: Pick<ClassRowProps, 'of' | 'date' | 'checkIn' | 'teacher'> & { isOpen: boolean }): ReactNode {
  const taught = taughtOn(of, date);
  const { state } = checkInFor(taught, teacher);
  if (state) return 'Checked in';
  if (checkIn === 'enabled') return <CheckInButton of={taught} state={state} size="compact-xs" />;
  const isMissing = isOpen && of.period === 'passed' && of.today_students_stats.total_students > 0;
  return (
    <>
      {checkIn === 'disabled' && <NoCheckInButton isCompact />}
      {isMissing && <span className={classes.missing}>{missingText(taught, teacher)}</span>}
    </>
  );
}

/** Start, and View attendance, which comes first where the roll is complete; disabled on a future date. */
function Actions({
  of,
  date,
  add,
  view,
  future,
  isComplete,
}: Pick<ClassRowProps, 'of' | 'date' | 'add' | 'view' | 'future'> & { isComplete: boolean }) {
  const what = `${classCode(of)}, ${of.start_time}, ${namesOfRooms(of)}`;
  const search = `?id=${of.id}&date=${date}`;
  return [
    {
      allowed: add,
      to: '/attendance/add',
      text: 'Start',
      label: `Start ${what}`,
      isMain: !isComplete,
    },
    {
      allowed: view,
      to: '/attendance/view',
      text: (
        <>
          View<span className={classes.word}> attendance</span>
        </>
      ),
      label: `View attendance of ${what}`,
      isMain: isComplete || !add,
    },
  ]
    .filter(({ allowed }) => allowed)
    .map(({ to, text, label, isMain }) =>
      future ? (
        <button key={to} type="button" disabled aria-label={label}>
          {text}
        </button>
      ) : (
        <a key={to} href={`${to}${search}`} aria-label={label} data-main={isMain || undefined}>
          {text}
        </a>
      ),
    );
}
