import { resourcePages } from '../resource-pages.ts';

/** Search keywords of pages, by title: a search matches prefixes of these words. */
export const keywords: Record<string, string> = {
  ...Object.fromEntries(resourcePages.map(({ title, keywords: words }) => [title, words])),
  'My Timesheet': 'pay payroll payslip hours wages own check-ins checkin calendar link',
  Dashboard: 'today day overview home classes calendar teacher check-in checkin',
  Attendance:
    'mark roll roll call register present absent late rfid card tap scan check-in checkin take',
  Students: 'learners pupils people names photo rfid card email batch export csv file',
  Timetables: 'schedule classes lessons week calendar clashes',
  Cohort: 'groups intake batch',
  'Enroll Student': 'enrol enrolment enrollment register add',
  'Enroll By Cohort': 'enrol enrolment enrollment register add students group assign',
  'Enroll By Schedule':
    'enrol enrolment enrollment register add students class assign seats capacity remove',
  'Cohort Transfers': 'move change switch group',
  Holidays: 'vacation public days off closed',
  Notes: 'comments remarks',
  'Timesheet Admin Portal': 'pay payroll wages salary check-ins checkin hours export csv excel',
  Payrolls: 'pay codes paycode rates wages salary amount',
  'Pay runs': 'export file wages salary payroll period corrections checksum',
  'Without check-in': 'checkin missing forgotten pay hours',
  'Attendance today': 'rolls today’s todays day classes now open not taken progress state live',
  'Attendance not taken': 'rolls open unfinished missing forgotten register',
  'Rules of the red list': 'threshold percentage minimum attendance consecutive absences limit',
  'Follow-ups':
    'followups red list advisor steps talk spoke letter meeting owner due overdue outcome students at risk',
  'Contact hours':
    'evidence regulator overseas bands projected rate hours minutes attendance report intention appeal',
  Absences: 'absent missing today late rate below percent truancy who',
  Reports:
    'statistics rates attendance percent by class subject teacher student cohort course room weekday hour week chart compare excel pdf',
  'Saved reports': 'reports saved shared favourites',
  Checks: 'findings problems errors data quality duplicates missing empty cards',
  'Free classrooms': 'rooms empty available vacant seats capacity hours',
  Week: 'timetable schedule classes calendar teacher room cohort student print pdf',
  'Find a time': 'free slot schedule move class propose suggest room clash conflict when',
  'Timetable health':
    'check clashes conflicts overlaps double booked capacity seats gaps breaks unused rooms utilisation heat map quality',
  'Teacher away': 'sick ill absent cover substitute relief replace cancel classes staff',
  'Change all classes': 'teacher reassign replace staff leaves takes over successor',
  'Master Export': 'attendance csv excel xlsx pdf spreadsheet download report',
  'Schedule export':
    'timetable excel xlsx spreadsheet workbook download report all data mail email',
  'Exports by mail': 'email sent files waiting failed retry download',
  'Local inbox': 'mail email messages letters',
  'Audit log': 'history changes who log trail activity',
  'Change history':
    'undo import upload bulk archive enrolment transfer operations revert restore changes before after',
  Import:
    'oneroster one roster calendar icalendar ical ics timetable import file sis student information system zip',
  'Export for another system': 'oneroster one roster sis zip csv download everything all data',
  'Institute settings':
    'options preferences configuration check-in checkin opens minutes late close rates',
  'Set up': 'setup getting started begin new institute first steps missing wizard configure',
  Devices: 'reader tablet door kiosk rfid key tap',
  'Access tokens': 'api key program integration bearer',
  Webhooks: 'api event notification integration program',
  Messages: 'outbox absence guardian alert sms bounced mail',
  Templates: 'letters certificate warning text wording fields mail merge',
  'Verify a letter': 'certificate genuine number check forged confirm',
  'Requests for leaves':
    'leave absence excused sick students ask approve decline document pending approval',
  'Blocked sign-ins': 'login signin account locked release unlock',
  'Texts of erased students': 'privacy erasure proposals names redact',
  'Privacy policy': 'gdpr data protection erase delete',
  Support: 'help contact problem question',
  'Hand out cards': 'rfid number assign give new student lost replace reader tap distribute',
  'Bulk upload': 'import csv file students many spreadsheet',
  'Upload of guardians': 'import csv file parents contacts family spreadsheet',
};
