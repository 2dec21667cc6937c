// ATTENDANCE_URL=… ATTENDANCE_TOKEN=… node list-students.ts
// Scope: Students:read
import { createClient, fullName, students } from '@attendance/client';

const client = createClient({
  url: process.env.ATTENDANCE_URL ?? 'http://localhost:3000',
  token: process.env.ATTENDANCE_TOKEN ?? '',
});

let count = 0;
// Page by page, as the rows are needed.
for await (const student of client.rows(students.studentEndpoints.list, {
  query: { ordering: 'student_id' },
})) {
  console.log(`${student.student_id} ${fullName(student)}`);
  count++;
}
console.log(`${count} students`);
