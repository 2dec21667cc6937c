import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { bulkRemoveStudents, studentEndpoints } from '#contract/people/students.endpoints.ts';
import type { Student } from '#contract/student.ts';
import { factsOf } from '#contract/student-fields.ts';
import { MailAddress } from '#web/ui/MailAddress.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { cardChoices } from '#web/ui/form/options.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { fullName, shownLastName } from '#contract/person-name.ts';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import type { FormResource } from '#web/ui/resource.ts';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import { subjectPicker } from '#web/school/subjects.ts';
import { CardStatus } from './CardStatus.tsx';
import { otherFields } from './other-fields.ts';
import { RfidEditor } from './RfidEditor.tsx';
import { cardStateChoices, cardStateLabel } from './labels.ts';

export const studentResource: FormResource<Student> = {
  title: 'Students',
  singular: 'Student',
  path: '/students',
  calls: studentEndpoints,
  permission: 'Students',
  bulkRemove: bulkRemoveStudents,
  restoreOffer: {
    title: 'Reopen the enrolments, too?',
    text: 'Archiving ended the student’s open enrolments. Reopened, they go on where no roll was taken since, otherwise from the next class.',
    yes: 'Restore and reopen',
    no: 'Restore only',
    body: { reopen_enrolments: true },
  },
};

const pageOf = (row: Student, text: string) => (
  <Link
    className="at-link"
    style={{ fontWeight: 600 }}
    to="/students/student-details"
    search={{ id: String(row.id) }}
  >
    {text}
  </Link>
);

const photoOf = (row: Student) => (
  <StudentPhoto student={{ name: fullName(row), profile_image: row.profile_image }} size={30} />
);

const ownColumns: Column<Student>[] = [
  {
    id: 'student_id',
    title: 'Student ID',
    text: (row) => row.student_id,
    ordering: 'student_id',
    cell: (row) => pageOf(row, row.student_id),
    cardHeading: (row) => (
      <span className="at-inline">
        {photoOf(row)}
        <span>
          {pageOf(row, fullName(row))} {row.in_red_list && <RedListTag />}
          <Text size="xs" c="dimmed">
            {row.student_id}
          </Text>
        </span>
      </span>
    ),
  },
  {
    id: 'first_name',
    title: 'First name',
    text: (row) => row.first_name,
    ordering: 'first_name',
    cell: (row) => (
      <span className="at-inline">
        {photoOf(row)}
        {row.first_name}
      </span>
    ),
    inCards: 'nowhere',
  },
  {
    id: 'last_name',
    title: 'Last name',
    text: (row) => row.last_name,
    printed: shownLastName,
    ordering: 'last_name',
    cell: (row) => (
      <span className="at-inline">
        {shownLastName(row)}
        {row.in_red_list && <RedListTag />}
      </span>
    ),
    inCards: 'nowhere',
  },
  {
    id: 'rfid_number',
    title: 'RFID number',
    text: (row) => row.rfid_number,
    cell: (row) => <RfidEditor student={row} />,
  },
  {
    id: 'card_print_status',
    title: 'Card print status',
    text: (row) => cardStateLabel(row.card_print_status ?? 'not_printed'),
    cell: (row) => <CardStatus student={row} />,
  },
  { id: 'batch', title: 'Batch', text: (row) => row.batch, ordering: 'batch', inCards: 'line' },
  {
    id: 'student_mail',
    title: 'E-mail',
    text: (row) => row.student_mail,
    cell: (row) => (row.student_mail ? <MailAddress of={row.student_mail} /> : '–'),
    wraps: true,
    inCards: 'line',
  },
  { id: 'phone_number', title: 'Phone', text: (row) => row.phone_number, onlyInFiles: true },
  { id: 'gender', title: 'Gender', text: (row) => row.gender, onlyInFiles: true },
  {
    id: 'date_of_birth',
    title: 'Date of birth',
    text: (row) => row.date_of_birth,
    onlyInFiles: true,
  },
  {
    id: 'in_red_list',
    title: 'Red list',
    text: (row) => (row.in_red_list ? 'yes' : 'no'),
    onlyInFiles: true,
  },
];

/** Fields without a column of their own follow. */
export const studentColumns: Column<Student>[] = [
  ...ownColumns,
  ...otherFields.map((name): Column<Student> => ({
    id: name,
    title: factsOf(name).label,
    text: (row) => row[name],
    spare: true,
  })),
];

/** Filters without requests to other resources. */
export const studentFilters: FilterOf<typeof studentEndpoints.list>[] = [
  {
    kind: 'checkbox',
    name: 'card_print_status',
    title: 'Card print status',
    choices: cardStateChoices,
  },
  {
    kind: 'select',
    name: 'has_card',
    title: 'Card',
    choices: cardChoices,
  },
  {
    kind: 'select',
    name: 'in_red_list',
    title: 'Red list',
    choices: [
      { value: 'true', label: 'On the red list' },
      { value: 'false', label: 'Not on the red list' },
    ],
  },
  {
    kind: 'checkbox',
    name: 'gender',
    title: 'Gender',
    choices: [
      { value: 'male', label: 'Male' },
      { value: 'female', label: 'Female' },
      { value: 'other', label: 'Other' },
    ],
  },
  { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
];
