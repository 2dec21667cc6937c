import { Anchor, Badge, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Student, StudentDetails } from '../../../../contract/student.ts';
import { useMay } from '../../../app/SessionProvider.tsx';
import { fullName, longDate } from '../../../ui/names.ts';
import { ChangeSchedule } from '../../enrolment/ChangeSchedule.tsx';
import { subjectTitle } from '../../subjects/section.ts';
import classes from './Details.module.css';

type Enrolment = StudentDetails['enrolments'][number];

/** The classes of a student, also those they have left; from here to the class, or into another one. */
export function Enrolments({ student, enrolments }: { student: Student; enrolments: Enrolment[] }) {
  const may = useMay();
  const [changing, setChanging] = useState<Enrolment | null>(null);
  return (
    <>
      <ul className={classes.rows}>
        {enrolments.map((it) => (
          <li key={it.id}>
            <div>
              <strong>
                {may('Enroll Student', 'read') ? (
                  <Anchor
                    size="sm"
                    inherit
                    renderRoot={(props) => <Link {...props} to="/enroll-by-schedule/view" search={{ id: String(it.class_schedule) }} />}
                  >
                    {subjectTitle(it.subject)}
                  </Anchor>
                ) : (
                  subjectTitle(it.subject)
                )}
              </strong>
              <span>
                {it.day_of_week} {it.start_time}–{it.end_time}, {it.class_type}, {it.classroom.room_number}, {fullName(it.teacher)}
              </span>
            </div>
            <Group gap="xs">
              <Badge variant="light" color={it.enrolled_to === null ? 'spruce' : 'gray'} c="var(--mantine-color-text)">
                {it.enrolled_to === null ? `since ${longDate(it.enrolled_from)}` : `left on ${longDate(it.enrolled_to)}`}
              </Badge>
              {it.enrolled_to === null && may('Enroll Student', 'edit') && (
                <Button size="compact-xs" variant="default" onClick={() => setChanging(it)}>
                  Change schedule
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
      {changing && <ChangeSchedule student={student} from={{ ...changing, id: changing.class_schedule }} close={() => setChanging(null)} />}
    </>
  );
}
