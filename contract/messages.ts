/** The specification's literal texts (spec §5, §8), odd spellings included. */
export const messages = {
  required: 'is required',
  fieldRequired: 'field is required',
  studentIdTooLong: 'length should be less than 10 characters',
  rfidTooLong: 'Length should be less than 15 characters',
  phoneTooLong: 'length should be less than 15 characters',
  afterStartTime: 'must be after start time',
  afterStartDate: 'must be after the start date',
  afterHolidayStart: 'must be later than or equal to Holiday From date',
  percentageRange: 'must be greater than 0 and less than 100',
  isInvalid: 'is invalid',
  selectFile: 'Please select a file',
  waitForFile: 'Please wait for the file to upload',
  uploadFailed: 'File upload failed',
  addSchedule: 'Please add a schedule',
  alreadyAdded: 'Item already added',
  alreadyExists: 'already exists',
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
  updated: 'Updated Successfully',
  edited: 'Edited Successfully',
  deleted: 'Deleted Successfully',
  itemDeleted: 'Item deleted successfully',
  deleting: 'Deleting...',
  deleteFailed: 'Error while deleting',
  confirmDeletion: 'Confirm Deletion',
  cannotBeUndone: 'This action cannot be undone',
  studentAdded: 'Student Added Successfully.',
  studentAddFailed: 'Failed to add Student',
  teacherAdded: 'Teacher added successfully',
  subjectAdded: 'Subject added successfully',
  courseAdded: 'Course added successfully',
  specializationAdded: 'Specialization added successfully',
  semesterAdded: 'Semester added successfully',
  classroomAdded: 'Classroom added successfully',
  holidayAdded: 'Holiday added successfully',
  leaveAdded: 'Leave added successfully',
  redListAdded: 'Red List Student added successfully',
  timetableAdded: 'Timetable added successfully',
  payrollAdded: 'Payroll Added Successfully',
  payrollAddFailed: 'Failed to add Payroll',
  cohortAdded: 'Cohort Added Successfully',
  cohortEdited: 'Cohort Edited Successfully',
  cohortFailed: 'Error fetching cohort data',
  rfidUpdated: 'RFID Updated',
  rfidFailed: 'RFID Updation Failed',
  submitFailed: 'Error submitting form',
  editFailed: 'An error Occurred while submitting',
  errorOccurred: 'An error Occurred',
  resolveFirst: 'Please Resolve this issue first to submit!',
  downloaded: 'Download Success',
  downloadFailed: 'An error Occoured while downloading',
  loadSchedulesFailed: 'Error loading schedules',
  fetchFailed: 'Error fetching data',
  schedulesFailed: 'Failed to Fetch Schedules',
  scheduleFailed: 'Error loading schedule',
  fetching: 'Fetching data...',
  noData: 'No Data',
  noDataFound: 'No Data found',
  noDataAvailable: 'No Data Available!',
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

/** The empty state of a list; `title` is the section's. */
export const noneFound = (title: string): string => `No ${title} Data Found!`;

/** What a form's picker says when its options cannot be loaded. */
export const optionsOfFailed = (title: string): string => `Error loading ${title} options`;
