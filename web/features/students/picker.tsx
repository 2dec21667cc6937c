import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../ui/list/column.ts';
import { pickerOf } from '../../ui/picker.ts';
import { fullName } from '../../ui/names.ts';

interface StudentShort {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
}

export const studentTitle = (student: Omit<StudentShort, 'id'>): string => `${student.student_id} ${fullName(student)}`;

export const studentPicker = pickerOf<StudentShort>({ title: 'Student', api: 'students', label: studentTitle });

/** The student of a row, with the way to their page. */
export const studentColumn = <Row,>(of: (row: Row) => StudentShort): Column<Row> => ({
  id: 'student',
  title: 'Student',
  text: (row) => studentTitle(of(row)),
  ordering: 'student',
  cell(row) {
    const student = of(row);
    return (
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/students/student-details" search={{ id: String(student.id) }} />}>
        {studentTitle(student)}
      </Anchor>
    );
  },
});
