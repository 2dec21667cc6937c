import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { statusFacts, statusText, toneOf } from '#contract/status.ts';
import type { Student } from '#contract/student.ts';
import { ChangeSchedule } from '#web/enrolment/public/ChangeSchedule.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { weeklyTimeOf } from '#web/platform/week-names.ts';
import { TeacherNames } from '#web/school/TeacherNames.tsx';
import { longDate } from '#web/ui/format.ts';
import { periodText, type ClassOfSubject, type SubjectAttendance } from './by-subject.ts';
import classes from './Details.module.css';

type Enrolment = StudentDetails['enrolments'][number];

interface SubjectClassesProps {
  student: Student;
  of: SubjectAttendance;
}

/** The classes of a subject: when, where and with whom, since when, and every date as a square. */
export function SubjectClasses({ student, of }: SubjectClassesProps) {
  const can = useCan();
  const [changing, setChanging] = useState<Enrolment | null>(null);
  return (
    <>
      <ul className={classes.classes}>
        {of.classes.map(({ class_schedule, enrolments, days }) => {
          const open = enrolments.find(({ enrolled_to }) => enrolled_to === null);
          return (
            <li key={class_schedule}>
              <ClassText of={enrolments} />
              <Days of={class_schedule} days={days} />
              {open && can('Enroll Student', 'edit') && (
                <Button size="compact-xs" variant="default" onClick={() => setChanging(open)}>
                  Change schedule
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Text size="xs" c="dimmed">
        {hoursText(of)}
      </Text>
      {changing && (
        <ChangeSchedule
          student={student}
          from={{ ...changing, id: changing.class_schedule }}
          close={() => setChanging(null)}
        />
      )}
    </>
  );
}

function ClassText({ of }: { of: Enrolment[] }) {
  const can = useCan();
  const [it] = of;
  if (!it) return <div />;
  const when = weeklyTimeOf(it);
  return (
    <div>
      {can('Enroll Student', 'read') ? (
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              {...props}
              to="/enroll-by-schedule/view"
              search={{ id: String(it.class_schedule) }}
            />
          )}
        >
          {when}
        </Anchor>
      ) : (
        when
      )}
      {it.group_name !== null && `, ${it.group_name}`}
      <Text size="xs" c="dimmed">
        {it.class_type}, {it.classroom.room_number}, <TeacherNames of={it} />,{' '}
        {of.map(periodText).join(', ')}
      </Text>
    </div>
  );
}

function Days({ of, days }: { of: number; days: ClassOfSubject['days'] }) {
  return (
    <ol className={classes.days}>
      {days.map(({ date, ...day }) => (
        <li key={date}>
          <Link
            to="/attendance/view"
            search={{ id: of, date }}
            data-status={day.unfinished ? 'unfinished' : day.status}
            data-tone={day.unfinished ? undefined : toneOf(day.status)}
            title={`${longDate(date)}: ${dayText(day)}`}
            aria-label={`${longDate(date)}: ${dayText(day)}`}
          >
            {signOf(day)}
          </Link>
        </li>
      ))}
    </ol>
  );
}

type Day = Pick<
  ClassOfSubject['days'][number],
  'status' | 'late_minutes' | 'excused' | 'unfinished'
>;

function dayText({ status, late_minutes, excused, unfinished }: Day): string {
  if (unfinished) return 'not taken in an unfinished roll';
  if (late_minutes) return `present, ${late_minutes} min late`;
  return excused ? 'absent, excused' : statusText(status).toLowerCase();
}

function signOf({ status, late_minutes, excused, unfinished }: Day): string {
  if (status === 'N/A') return unfinished ? '?' : '·';
  if (late_minutes) return 'L';
  return excused ? 'E' : statusFacts[status].sign;
}

/** What the row of the subject does not say: hours, and which dates are not taken in unfinished rolls. */
function hoursText({ counts, unfinished }: SubjectAttendance): string {
  const hours = (minutes: number) => Math.round(minutes / 6) / 10;
  if (counts.present + counts.absent === 0 && unfinished === 0) return 'No class so far.';
  const rolls = unfinished === 1 ? 'an unfinished roll' : 'unfinished rolls';
  return [
    `Attended ${hours(counts.attended_minutes)} of ${hours(counts.scheduled_minutes)} hours.`,
    ...(unfinished > 0 ? [`${unfinished} not taken in ${rolls}.`] : []),
  ].join(' ');
}
