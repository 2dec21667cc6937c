import { Menu, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { listLetters } from '#contract/messages/letters.endpoints.ts';
import type { LetterRow } from '#contract/messages/letters.ts';
import { letterKindNames, templateKinds } from '#contract/messages/template-kinds.ts';
import { fullName } from '#contract/person-name.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { studentPicker } from '#web/school/students.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { moment } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { useLetterPdf } from './useLetterPdf.ts';

const letterResource: ResourceInfo<LetterRow> = {
  title: 'Letters',
  singular: 'Letter',
  path: '/all-letters',
  calls: { name: 'letters', list: listLetters },
  permission: 'Students',
  archivable: false,
  addPath: null,
};

const studentOf = ({ student }: LetterRow): string =>
  `${fullName(student)} (${student.student_id})`;

const columnsOf = (timeZone: string): Column<LetterRow>[] => [
  {
    id: 'student',
    title: 'Student',
    text: studentOf,
    cell: (row) => (
      <AnchorLink size="sm" to="/students/student-details" search={{ id: String(row.student.id) }}>
        {studentOf(row)}
      </AnchorLink>
    ),
    ordering: 'student',
  },
  { id: 'kind', title: 'Letter', text: ({ kind }) => templateKinds[kind].title },
  { id: 'subject', title: 'Subject', text: ({ subject }) => subject?.subject_code ?? null },
  {
    id: 'made_at',
    title: 'Made',
    text: (row) => moment(row.made_at, timeZone),
    ordering: 'made_at',
  },
  { id: 'made_by', title: 'By', text: (row) => row.made_by, wraps: true },
  { id: 'number', title: 'Number', text: (row) => row.number },
];

const filters: FilterOf<typeof listLetters>[] = [
  { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Made' },
  {
    kind: 'checkbox',
    name: 'kind',
    title: 'Letter',
    choices: letterKindNames.map((value) => ({ value, label: templateKinds[value].title })),
  },
  { kind: 'picker', name: 'student', title: 'Student', source: studentPicker },
];

const nameOf = (letter: LetterRow) => `${templateKinds[letter.kind].title} ${letter.number}`;

/** All letters and certificates of the kinds that the user makes, each with its PDF (R-PAPER-2). */
export function LettersPage() {
  const { time_zone } = useSession().config;
  const { save } = useLetterPdf();
  const columns = useMemo(() => columnsOf(time_zone), [time_zone]);
  const options = useCallback(
    (letter: LetterRow) => (
      <Menu.Item
        leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
        onClick={() => save(letter)}
      >
        PDF
      </Menu.Item>
    ),
    [save],
  );
  return (
    <ResourceList
      resource={letterResource}
      columns={columns}
      defaultSort="-made_at"
      filters={filters}
      nameOf={nameOf}
      onlyShown
      rowOptions={options}
      onOpen={save}
      whenEmpty={
        <Text c="dimmed" maw={560}>
          No letter was made yet. Warning letters are made on the red list, certificates on the list
          of students or on a student’s page.
        </Text>
      }
    />
  );
}
