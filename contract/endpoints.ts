import { routeOf, type Endpoint } from './endpoint.ts';
import { plural } from './resource-endpoints.ts';
import * as absences from './standing/absences.endpoints.ts';
import * as accessTokens from './exchange/access-tokens.endpoints.ts';
import * as archive from './exchange/archive.endpoints.ts';
import * as attendance from './attendance/attendance.endpoints.ts';
import * as audit from './admin/audit.endpoints.ts';
import * as building from './attendance/building.endpoints.ts';
import * as bulkOperations from './exchange/bulk-operations.endpoints.ts';
import * as calendar from './timetable/calendar.endpoints.ts';
import * as cards from './people/cards.endpoints.ts';
import * as checks from './attendance/checks.endpoints.ts';
import * as cohorts from './enrolment/cohorts.endpoints.ts';
import * as contactHours from './standing/contact-hours.endpoints.ts';
import * as enrolment from './enrolment/enrolment.endpoints.ts';
import * as devices from './attendance/devices.endpoints.ts';
import * as erasureProposals from './people/erasure-proposals.endpoints.ts';
import * as exports from './exchange/exports.endpoints.ts';
import * as findTime from './timetable/find-time.endpoints.ts';
import * as files from './files.endpoints.ts';
import * as followUps from './standing/follow-ups.endpoints.ts';
import * as guardians from './people/guardians.endpoints.ts';
import * as messageStops from './messages/message-stops.endpoints.ts';
import * as holidays from './timetable/holidays.endpoints.ts';
import * as importRuns from './exchange/import-runs.endpoints.ts';
import * as leave from './attendance/leave.endpoints.ts';
import * as leaveRequests from './attendance/leave-requests.endpoints.ts';
import * as listMails from './messages/list-mails.endpoints.ts';
import * as letters from './messages/letters.endpoints.ts';
import * as merge from './people/merge.endpoints.ts';
import * as meetings from './timetable/meetings.endpoints.ts';
import * as masterData from './timetable/master-data.endpoints.ts';
import * as myAttendance from './attendance/my-attendance.endpoints.ts';
import * as notes from './attendance/notes.endpoints.ts';
import * as oneRoster from './exchange/oneroster.endpoints.ts';
import * as openRolls from './attendance/open-rolls.endpoints.ts';
import * as overview from './attendance/overview.endpoints.ts';
import * as payClosing from './pay/pay-closing.endpoints.ts';
import * as payCodes from './pay/pay-codes.endpoints.ts';
import * as payRuns from './pay/pay-runs.endpoints.ts';
import * as payroll from './pay/payroll.endpoints.ts';
import * as qr from './attendance/qr.endpoints.ts';
import * as redList from './standing/red-list.endpoints.ts';
import * as redListComputed from './standing/red-list-computed.endpoints.ts';
import * as reports from './standing/reports.endpoints.ts';
import * as roomClosings from './timetable/room-closings.endpoints.ts';
import * as roomFeatures from './timetable/room-features.endpoints.ts';
import * as seatingPlans from './attendance/seating-plans.endpoints.ts';
import * as search from './admin/search.endpoints.ts';
import * as semesters from './timetable/semesters.endpoints.ts';
import * as session from './session.endpoints.ts';
import * as settings from './admin/settings.endpoints.ts';
import * as setUp from './admin/set-up.endpoints.ts';
import * as signInBlocks from './admin/sign-in-blocks.endpoints.ts';
import * as studentMessages from './messages/student-messages.endpoints.ts';
import * as students from './people/students.endpoints.ts';
import * as subjects from './enrolment/subjects.endpoints.ts';
import * as teachers from './people/teachers.endpoints.ts';
import * as templates from './messages/templates.endpoints.ts';
import * as timetableHealth from './timetable/timetable-health.endpoints.ts';
import * as timetable from './timetable/timetable.endpoints.ts';
import * as webhooks from './exchange/webhooks.endpoints.ts';
import * as weeks from './timetable/weeks.endpoints.ts';

/** Endpoints by their tag in the OpenAPI document. */
const groups: Record<string, { description: string; calls: Record<string, object> }> = {
  Session: { description: 'Settings of the institute and who is signed in.', calls: session },
  Attendance: {
    description: 'Rolls, marks and their history.',
    calls: { ...attendance, ...absences, ...openRolls, ...overview },
  },
  'Who is here': {
    description: 'Who is in the building now, and roll calls of the building.',
    calls: building,
  },
  'Seating plans': {
    description: 'Who sits where, in a class and a room, and the layouts of rooms.',
    calls: seatingPlans,
  },
  'Check-in by QR code': {
    description: 'Codes that change, and students who check in by them.',
    calls: qr,
  },
  Cards: {
    description: 'Cards of students: their history, handing them out, printing them.',
    calls: cards,
  },
  Devices: {
    description: 'Readers and tablets of the rooms, and their taps.',
    calls: devices,
  },
  'My attendance': {
    description: 'What students read and enter about themselves.',
    calls: myAttendance,
  },
  Calendar: { description: 'Days with classes, and teachers’ calendars.', calls: calendar },
  Students: {
    description: 'Students, their files and their data protection.',
    calls: { ...students, ...erasureProposals, ...merge, ...guardians, ...messageStops },
  },
  Timetable: {
    description: 'Weekly classes, and times for them.',
    calls: { ...timetable, ...findTime },
  },
  'Timetable health': {
    description: 'Clashes of a whole timetable, and how full days and rooms are.',
    calls: timetableHealth,
  },
  Imports: {
    description: 'Files of other systems: checked, then written as one change.',
    calls: importRuns,
  },
  Weeks: { description: 'Weeks with their dates, and rooms that are free.', calls: weeks },
  Meetings: { description: 'What happens with classes on their dates.', calls: meetings },
  Checks: { description: 'What should be looked at, with links that fix it.', calls: checks },
  Reports: {
    description: 'Attendance by group and period, the rolls behind it, and saved reports.',
    calls: reports,
  },
  Enrolment: { description: 'Students in classes and cohorts.', calls: enrolment },
  Cohorts: { description: 'Groups of students with the same classes.', calls: cohorts },
  Teachers: { description: 'Teachers and the addresses they sign in with.', calls: teachers },
  Subjects: { description: 'What is taught.', calls: subjects },
  ...Object.fromEntries(
    Object.entries(masterData).map(([name, calls]) => [
      capitalized(plural(calls.resource.singular)),
      { description: calls.about ?? '', calls: { [name]: calls } },
    ]),
  ),
  'Closed rooms': {
    description: 'Days on which rooms are closed.',
    calls: roomClosings,
  },
  'Room features': { description: 'What rooms have besides seats.', calls: roomFeatures },
  Semesters: { description: 'When classes are held.', calls: semesters },
  Holidays: { description: 'Dates without classes.', calls: holidays },
  Leave: { description: 'Approved leave of students.', calls: leave },
  'Leave requests': {
    description: 'Requests of students for leaves, and their decisions.',
    calls: leaveRequests,
  },
  'Red list': {
    description: 'Students with too little attendance in a subject.',
    calls: { ...redList, ...redListComputed },
  },
  'Contact hours': {
    description: 'Scheduled and attended hours of students by band, and the evidence for them.',
    calls: contactHours,
  },
  Letters: {
    description: 'Letters and certificates of students, and the texts they are made from.',
    calls: { ...templates, ...letters },
  },
  'Follow-ups': {
    description: 'What is done for students on the red list, by whom, and what came of it.',
    calls: followUps,
  },
  Messages: {
    description: 'Messages to students about absences, and what became of them.',
    calls: studentMessages,
  },
  Notes: { description: 'Notes about classes and students.', calls: notes },
  Payroll: { description: 'Check-ins of teachers and what is paid for them.', calls: payroll },
  'Pay periods': { description: 'Until when pay is closed.', calls: payClosing },
  'Pay runs': {
    description: 'Files for the payroll system that can be reconciled.',
    calls: payRuns,
  },
  'Pay codes': { description: 'What a class is paid by.', calls: payCodes },
  Exports: {
    description: 'Attendance and data as files and by mail.',
    calls: { ...exports, ...listMails, ...oneRoster },
  },
  Settings: { description: 'What the institute has chosen.', calls: { ...settings, ...setUp } },
  'Access tokens': { description: 'Keys of programs that call the API.', calls: accessTokens },
  Webhooks: {
    description: 'Addresses of other programs that are notified of changes.',
    calls: webhooks,
  },
  Archive: { description: 'Rows that were put away.', calls: archive },
  Search: { description: 'Records of every kind.', calls: search },
  Files: { description: 'Photos and documents.', calls: files },
  'Change history': {
    description: 'Imports, bulk changes, enrolments and transfers, and undoing them.',
    calls: bulkOperations,
  },
  'Audit log': { description: 'Who did what.', calls: audit },
  'Blocked sign-ins': {
    description: 'Sign-ins that an administrator has to look at.',
    calls: signInBlocks,
  },
};

/** The tags with their descriptions. */
export const tags = Object.entries(groups).map(([name, { description }]) => ({
  name,
  description,
}));

interface ListedEndpoint {
  endpoint: Endpoint;
  /** Unique: `getAttendance`, `listStudent`. */
  operationId: string;
  tag: string;
  /** `GET /api/v2/attendance/students/:id`, without the trailing slash. */
  key: string;
}

/** Method and route, which logs and tests use as the call's name. */
export const keyOf = (endpoint: Pick<Endpoint, 'method' | 'path'>): string =>
  `${endpoint.method} ${routeOf(endpoint).replace(/\/$/, '')}`;

function capitalized(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

const isEndpoint = (value: object): value is Endpoint => 'method' in value;

/** Every call of the API. */
export const endpoints: ListedEndpoint[] = Object.entries(groups).flatMap(([tag, { calls }]) =>
  Object.entries(calls).flatMap(([name, value]): ListedEndpoint[] => {
    if (isEndpoint(value)) return [{ endpoint: value, operationId: name, tag, key: keyOf(value) }];
    const resource = capitalized(name.replace(/Endpoints$/, ''));
    return Object.entries(value).flatMap(([action, of]: [string, unknown]) =>
      typeof of === 'object' && of !== null && isEndpoint(of)
        ? [{ endpoint: of, operationId: action + resource, tag, key: keyOf(of) }]
        : [],
    );
  }),
);

export const endpointByKey = new Map(endpoints.map((listed) => [listed.key, listed]));
