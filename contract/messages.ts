/** The specification's literal texts (spec §5, §8), odd spellings included. */
export const messages = {
  required: 'is required',
  selectSchedule: 'Please select a Schedule',
  selectStudent: 'Please select a student',
  marked: 'Attendance Marked successfully',
  markedPresent: 'Student Marked As Present',
  markedAbsent: 'Student Marked As Absent',
  bulkMarked: 'Student Marked Present',
  unknownCard: 'No student has this card or ID',
  archivedStudent: 'This student is archived',
  notEnrolled: 'This student is not enrolled in this class',
  noClass: 'No Class on this day!',
  futureDate: 'Attendance cannot be taken for a future date',
  noteAdded: 'Note Added',
  noteFailed: 'Failed to add note',
  noteFetchFailed: "Failed to fetch today's note",
  checkedIn: 'Checked In',
  checkIn: 'Teacher Check-in',
  formSubmitted: 'Form Submitted successfully!',
  edited: 'Edited Successfully',
  deleted: 'Deleted Successfully',
  fetchFailed: 'Error fetching data',
  schedulesFailed: 'Failed to Fetch Schedules',
  scheduleFailed: 'Error loading schedule',
  fetching: 'Fetching data...',
  noData: 'No Data',
  noDataFound: 'No Data found',
  holiday: 'No classes- Holiday',
  semesterBreak: 'Semester Break',
  optionsFailed: 'Failed to load options',
  notAccessible: "The page you're looking for is not accessible!",
  backToHome: 'Back To Home',
} as const;

/** The clock's time of an instant as the institute reads it, `HH:mm`. */
export function timeOfDay(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));
}

/** What a second tap of the same card says. */
export function alreadyPresent(markedAt: string, timeZone: string): string {
  return `already present at ${timeOfDay(markedAt, timeZone)}`;
}
