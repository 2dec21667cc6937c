// ATTENDANCE_URL=… ATTENDANCE_TOKEN=… node record-mark.ts CARD CLASS_SCHEDULE DATE
// Scope: Attendance:add
import { ApiError, attendance, createClient } from '@attendance/client';

const client = createClient({
  url: process.env.ATTENDANCE_URL ?? 'http://localhost:3000',
  token: process.env.ATTENDANCE_TOKEN ?? '',
});
const [card = '', classSchedule = '', date = ''] = process.argv.slice(2);

try {
  const answer = await client.request(attendance.markAttendance, {
    body: { rfid_number: card, class_schedule: Number(classSchedule), date, status: 'Present' },
    // Of this mark: when the network fails, the same call is sent again, and marks once.
    idempotencyKey: `turnstile-${card}-${classSchedule}-${date}`,
  });
  for (const { student_id, status } of answer.results) console.log(`${student_id}: ${status}`);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(`${error.status}: ${error.message} ${JSON.stringify(error.fields)}`);
  process.exitCode = 1;
}
