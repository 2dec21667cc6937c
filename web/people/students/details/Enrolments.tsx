import { Anchor, Badge, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { classSubject } from '#contract/class-name.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { weeklyTimeOf } from '#web/platform/week-names.ts';
import type { Student } from '#contract/student.ts';
import { TeacherNames } from '#web/school/TeacherNames.tsx';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { longDate } from '#web/ui/format.ts';
import { ChangeSchedule } from '#web/enrolment/public/ChangeSchedule.ts';

type Enrolment = StudentDetails['enrolments'][number];

/** Current and former classes of a student, with links and the change of schedule. */
export function Enrolments({ student, enrolments }: { student: Student; enrolments: Enrolment[] }) {
  const can = useCan();
  const [changing, setChanging] = useState<Enrolment | null>(null);
  return (
    <>
      <ul className="at-rows">
        {enrolments.map((it) => (
          <li key={it.id}>
            <div>
              <strong>
                {can('Enroll Student', 'read') ? (
                  <Anchor
                    size="sm"
                    inherit
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/enroll-by-schedule/view"
                        search={{ id: String(it.class_schedule) }}
                      />
                    )}
                  >
                    {classSubject(it)}
                  </Anchor>
                ) : (
                  classSubject(it)
                )}
              </strong>
              <span>
                {weeklyTimeOf(it)}, {it.class_type}, {it.classroom.room_number},{' '}
                <TeacherNames of={it} />
              </span>
            </div>
            <Group gap="xs">
              <Badge
                variant="light"
                color={it.enrolled_to === null ? 'spruce' : 'gray'}
                c="var(--mantine-color-text)"
              >
                {it.enrolled_to === null
                  ? `since ${longDate(it.enrolled_from)}`
                  : `left on ${longDate(it.enrolled_to)}`}
              </Badge>
              {it.enrolled_to === null && can('Enroll Student', 'edit') && (
                <Button size="compact-xs" variant="default" onClick={() => setChanging(it)}>
                  Change schedule
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
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
