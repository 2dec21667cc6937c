import { Anchor, Badge, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Student } from '#contract/student.ts';
import { factsOf } from '#contract/student-fields.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { MailAddress } from '#web/ui/MailAddress.tsx';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import { cardStateLabel } from '../labels.ts';
import { otherFields } from '../other-fields.ts';
import classes from './Details.module.css';

function Cohorts({ cohorts }: { cohorts: Student['assigned_cohorts'] }) {
  const can = useCan();
  const linked = can('Cohort', 'read') || can('Enroll Student', 'read');
  return cohorts.map(({ id, name, year }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      {linked ? (
        <Anchor
          inherit
          renderRoot={(props) => <Link {...props} to="/cohort/view" search={{ id: String(id) }} />}
        >
          {name} ({year})
        </Anchor>
      ) : (
        `${name} (${year})`
      )}
    </Fragment>
  ));
}

/** The student's profile. */
export function StudentHeader({ student }: { student: Student }) {
  const facts: [string, ReactNode][] = [
    ['Student ID', student.student_id],
    ['E-mail', student.student_mail && <MailAddress key="mail" of={student.student_mail} />],
    ['Phone', student.phone_number],
    ['Date of birth', student.date_of_birth && longDate(student.date_of_birth)],
    ['Gender', student.gender && cardStateLabel(student.gender)],
    ['Batch', student.batch],
    ['RFID number', student.rfid_number],
    ['Card', cardStateLabel(student.card_print_status ?? 'not_printed')],
    ...otherFields.map((name): [string, ReactNode] => [factsOf(name).label, student[name]]),
    [
      'Cohorts',
      student.assigned_cohorts.length ? <Cohorts cohorts={student.assigned_cohorts} /> : null,
    ],
  ];
  return (
    <section className={`at-card ${classes.header}`} aria-label="Profile">
      <StudentPhoto
        student={{ name: fullName(student), profile_image: student.profile_image }}
        size={72}
      />
      <div>
        <Group gap="xs">
          {student.in_red_list && (
            <Badge color="red.9" variant="filled">
              Red list
            </Badge>
          )}
          {student.erased && (
            <Badge variant="filled" color="gray.7">
              Erased
            </Badge>
          )}
          {!student.enrolled && (
            <Badge variant="light" color="gray" c="var(--mantine-color-text)">
              Not enrolled
            </Badge>
          )}
        </Group>
        <dl className={classes.facts}>
          {facts.map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value ?? '–'}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
