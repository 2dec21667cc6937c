import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { pickerOf } from '#web/ui/picker.ts';
import { fullName } from '#contract/person-name.ts';
import { RedListTag } from '#web/ui/RedListTag.tsx';

interface StudentSummary {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  in_red_list?: boolean;
}

export const studentTitle = (student: Omit<StudentSummary, 'id'>): string =>
  `${student.student_id} ${fullName(student)}`;

export const studentPicker = pickerOf({
  title: 'Student',
  calls: studentEndpoints,
  label: studentTitle,
});

/** The student of a row, linked to their page. */
export const studentColumn = <Row,>(of: (row: Row) => StudentSummary): Column<Row> => ({
  id: 'student',
  title: 'Student',
  text: (row) => studentTitle(of(row)),
  ordering: 'student',
  cell(row) {
    const student = of(row);
    return (
      <>
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/students/student-details" search={{ id: String(student.id) }} />
          )}
        >
          {student.student_id} <PersonName of={student} />
        </Anchor>{' '}
        {student.in_red_list && <RedListTag />}
      </>
    );
  },
});
