import { dateFormat } from './formats.ts';

/** Texts that are literal, odd spellings included (R-FORM-6). */
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
  addingFailed: 'Error While Adding!',
  removingFailed: 'Error While Removing!',
  scheduleDataFailed: 'Error fetching schedule Data',
  addNewStudent: 'Add New Student',
  selectScheduleToChange: 'Please select a schedule to change to!',
  chooseDifferentSchedule: 'Please choose a different schedule',
  scheduleChanged: 'Sucessfullly changed the schedule',
  studentEnrolled: 'Student Enrolled Sucessfully',
  studentAddedToClass: 'Student Added Successfully!',
  studentRemovedFromClass: 'Student Removed Successfully!',
  marked: 'Attendance Marked successfully',
  markedPresent: 'Student Marked As Present',
  markedAbsent: 'Student Marked As Absent',
  bulkMarked: 'Student Marked Present',
  noteNeedsExcuse: 'only with an excuse',
  unknownCard: 'No student has this card or ID',
  cardNotRead: 'Card not read, tap again',
  cardsElsewhere: 'No card is taken on this page',
  archivedStudent: 'This student is archived',
  alreadyEnrolled: 'already enrolled',
  mergedStudent: 'This student was merged with another one',
  erasedStudent: 'The data of this student were erased; nothing can be changed any more.',
  futureBirth: 'must not be in the future',
  earlyBirth: 'must not be before 1900, in the Gregorian calendar',
  reservedStudentId: 'must not begin with ~',
  notEnrolled: 'This student is not enrolled in this class',
  noClass: 'No Class on this day!',
  weeksForm: 'must be weeks, such as 1-6,8',
  rollClosed: 'This roll is closed',
  markHeld: 'Held for an administrator',
  changedSince: 'This mark was changed since',
  withdrawnSince: 'The mark was taken back later',
  noMark: 'There is no mark to take back',
  laterMarkStands: 'a later mark stands',
  changedMeanwhile: 'This was just changed by somebody else. Nothing was saved. Try again.',
  ownAttendance: 'You cannot change your own attendance',
  ownStudent: 'You cannot change the student who you are: somebody else does it',
  aboutOwnStudent: 'You cannot change what is about yourself: somebody else does it',
  addressOfStaff: 'is the address of a member of staff',
  addressOfStudent: 'is the address of a student',
  samePerson: 'must be true to confirm that it is one person',
  samePersonNeedsTeachers: 'Only a user who edits teachers can confirm that it is one person',
  deviceOfStudent:
    'You are a student here too, and a device could mark you. Ask a colleague to set it up.',
  cancelledClass: 'This class was cancelled',
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
  emailEmpty: 'Email cannot be empty',
  startRequired: 'Start date is required',
  endRequired: 'End date is required',
  endAfterStart: 'End date must be later than start date',
  /** About a subject or semester that an edit would change. */
  needsSuccessor: 'cannot change once attendance has been taken: a new class can take over',
  selectScheduleOrSubject: 'Please select at least one schedule or subject',
  selectOneToAdd: 'Please select an subject/schedule',
  alreadyPicked: 'Already added this subject/schedule',
  scheduleExported: 'Schedule exported successfully to provided mail',
  scheduleExportFailed: 'Schedule export failed',
  notAccessible: "The page you're looking for is not accessible!",
  backToHome: 'Back To Home',
} as const;

/** The local time of an instant in the institute's time zone, `HH:mm`. */
export function timeOfDay(instant: string, timeZone: string): string {
  return dateFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant));
}

/** The date of an instant in the institute's time zone, `YYYY-MM-DD`. */
export function dayOf(instant: string, timeZone: string): string {
  return dateFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(instant));
}

/** The new date and room of a class: `This class was moved to Thu 26 Nov 14:00, B2.10`. */
export function movedTo(held: { date: string; start_time: string; room_number: string }): string {
  const parts = dateFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).formatToParts(new Date(`${held.date}T00:00:00Z`));
  const day = parts
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value)
    .join(' ');
  return `This class was moved to ${day} ${held.start_time}, ${held.room_number}`;
}

/** The message of a second tap of the same card. */
export function alreadyPresent(markedAt: string, timeZone: string): string {
  return `already present at ${timeOfDay(markedAt, timeZone)}`;
}

/** The empty state of a list; `title` is the resource's. */
export const noneFound = (title: string): string => `No ${title} Data Found!`;

/** The success message of a form; `singular` is the resource's. */
export const addedText = (singular: string): string => `${singular} added successfully`;

/** The message of a picker whose options cannot be loaded. */
export const optionsOfFailed = (title: string): string => `Error loading ${title} options`;
