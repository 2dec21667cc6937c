import { expect } from '../fixtures.ts';
import { choose, pick } from '../resources.ts';
import { fieldIsRequired, isRequired, type, type ResourceScenario } from './scenario.ts';

/** Students and their records, the timetable and pay. */
export const peopleScenarios: ResourceScenario[] = [
  {
    path: '/red-list-students',
    title: 'Red List Students',
    singular: 'red list student',
    required: [
      ['Student', isRequired],
      ['Subject', isRequired],
      ['Attendance percentage', 'is invalid'],
    ],
    async fill(page) {
      await pick(page, 'Student', 'S260017');
      await pick(page, 'Subject', 'AGE220');
      await type(page, { 'Attendance percentage': '41.5' });
    },
    addedMessage: 'Red List Student added successfully',
    foundText: 'S260017',
    edit: (page) => type(page, { 'Attendance percentage': '43' }),
    changedText: '43%',
    sort: ['Attendance', 'attendance_percentage'],
    columns: [
      'Student',
      'Subject',
      'Attendance',
      'Entered on',
      'Why',
      'Rate now',
      'May still miss',
      'Follow-up',
      'Absent on',
      'Listed since',
      'State',
    ],
    mayBeEmpty: ['Follow-up', 'Absent on', 'Listed since'],
  },
  {
    path: '/timesheet-admin-portal/payrolls',
    title: 'Pay codes',
    singular: 'pay code',
    required: [
      ['Pay code', isRequired],
      ['Amount per hour', isRequired],
      ['Pay type', isRequired],
    ],
    async fill(page) {
      await type(page, {
        'Pay code': 'TUT-D',
        'Amount per hour': '163.2',
        Details: 'Tutorial by a doctor',
      });
      await choose(page, 'Pay type', 'Tutorial, doctor');
    },
    addedMessage: 'Payroll Added Successfully',
    foundText: 'TUT-D',
    edit: (page) => type(page, { 'Amount per hour': '164' }),
    changedText: '164.00',
    sort: ['Amount per hour', 'amount'],
    columns: ['Pay code', 'Amount per hour', 'Pay type', 'Classes', 'Details'],
  },
  {
    path: '/timetable',
    title: 'Timetables',
    singular: 'timetable',
    required: [
      ['Subject', isRequired],
      ['Semester', isRequired],
      ['Teacher', isRequired],
      ['Classroom', isRequired],
      ['Class type', isRequired],
      ['Day of week', isRequired],
    ],
    async fill(page) {
      await pick(page, 'Subject', 'RES310');
      await pick(page, 'Semester', 'Semester 2, 2026');
      await pick(page, 'Teacher', 'Samuel Osei');
      await pick(page, 'Classroom', 'B2.10');
      await choose(page, 'Class type', 'Lecture + Tutorial');
      await choose(page, 'Day of week', 'Saturday');
      await type(page, { 'Start time': '21:10', 'End time': '22:00' });
    },
    addedMessage: 'Timetable added successfully',
    search: 'res310 osei b2.10',
    foundText: '21:10–22:00',
    edit: (page) => type(page, { 'End time': '22:15' }),
    changedText: '21:10–22:15',
    sort: ['Teacher', 'teacher'],
    columns: [
      'Subject',
      'Class type',
      'Day',
      'Time',
      'Weeks',
      'Classroom',
      'Teacher',
      'Semester',
      'Students',
      'Present today',
    ],
    isLandscape: true,
  },
  {
    path: '/cohort',
    title: 'Cohort',
    singular: 'cohort',
    required: [
      ['Name', isRequired],
      ['Year', isRequired],
      ['Add schedules', 'Please add a schedule'],
    ],
    async fill(page) {
      await type(page, { Name: 'Evening group' });
      await choose(page, 'Year', '2026');
      await pick(page, 'Add schedules', 'NUR101');
    },
    addedMessage: 'Cohort Added Successfully',
    foundText: 'Evening group',
    edit: (page) => choose(page, 'Year', '2027'),
    editedMessage: 'Cohort Edited Successfully',
    changedText: '2027',
    sort: ['Year', 'year'],
    columns: ['Name', 'Year', 'Schedules', 'Students'],
  },
  {
    path: '/leave',
    title: 'Approved Leave List',
    singular: 'leave',
    required: [
      ['Student', isRequired],
      ['Leave from', isRequired],
      ['Leave to', isRequired],
      ['Faculty e-mail', isRequired],
      ['Reason for leave', isRequired],
      ['Supporting document', 'Please select a file'],
    ],
    async fill(page) {
      await pick(page, 'Student', 'S260009');
      await type(page, {
        'Leave from': '2026-11-20',
        'Leave to': '2026-11-24',
        'Faculty e-mail': 'dean@demo.example',
        'Reason for leave': 'Surgery',
      });
      await page.locator('input[type=file]').setInputFiles({
        name: 'letter.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
      });
      await expect(page.getByText('Uploaded: letter.pdf')).toBeVisible();
    },
    addedMessage: 'Leave added successfully',
    foundText: 'S260009',
    edit: (page) => type(page, { 'Reason for leave': 'Surgery and rest' }),
    changedText: 'Surgery and rest',
    sort: ['To', 'leave_to'],
    columns: ['Student', 'From', 'To', 'Faculty e-mail', 'Reason', 'Document'],
  },
  {
    path: '/students',
    title: 'Students',
    singular: 'student',
    required: [
      ['Student ID', fieldIsRequired],
      ['First name', fieldIsRequired],
      ['Last name', fieldIsRequired],
      ['Date of birth', fieldIsRequired],
      ['Phone number', fieldIsRequired],
    ],
    fill: (page) =>
      type(page, {
        'Student ID': 'S269001',
        'First name': '美玲',
        'Last name': '陈',
        'Date of birth': '2005-06-07',
        'Phone number': '+61 400 1',
      }),
    addedMessage: 'Student Added Successfully.',
    foundText: 'S269001',
    edit: (page) => type(page, { 'RFID number': '4711' }),
    changedText: 'S269001',
    sort: ['Last name', 'last_name'],
    columns: [
      'Student ID',
      'First name',
      'Last name',
      'RFID number',
      'Card print status',
      'Batch',
      'E-mail',
      'Phone',
      'Gender',
      'Date of birth',
      'Red list',
    ],
    isLandscape: true,
  },
];
