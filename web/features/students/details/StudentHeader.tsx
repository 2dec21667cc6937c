import { Badge, Group } from '@mantine/core';
import type { Student } from '../../../../contract/student.ts';
import { fullName, longDate } from '../../../ui/names.ts';
import { StudentPhoto } from '../../../ui/StudentPhoto.tsx';
import { cardStateTitle } from '../words.ts';
import classes from './Details.module.css';

/** The student's profile (spec §2, student header card). */
export function StudentHeader({ student }: { student: Student }) {
  const facts: [string, string | null][] = [
    ['Student ID', student.student_id],
    ['E-mail', student.student_mail],
    ['Phone', student.phone_number],
    ['Date of birth', longDate(student.date_of_birth)],
    ['Gender', student.gender && cardStateTitle(student.gender)],
    ['Batch', student.batch],
    ['RFID number', student.rfid_number],
    ['Card', cardStateTitle(student.card_print_status ?? 'not_printed')],
    ['Cohorts', student.assigned_cohorts.map(({ name, year }) => `${name} (${year})`).join(', ') || null],
  ];
  return (
    <section className={`at-card ${classes.header}`} aria-label="Profile">
      <StudentPhoto student={{ name: fullName(student), profile_image: student.profile_image }} size={104} />
      <div>
        <Group gap="xs">
          {student.in_red_list && (
            <Badge color="red.9" variant="filled">
              Red list
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
