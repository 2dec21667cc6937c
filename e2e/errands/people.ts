import { expect } from '../person.ts';
import { choose, pick } from '../sections.ts';
import { fieldIs, is, type, type Errand } from './errand.ts';

/** Students and what concerns them, the timetable and what is paid. */
export const peopleErrands: Errand[] = [
  {
    path: '/red-list-students',
    title: 'Red List Students',
    one: 'red list student',
    required: [
      ['Student', is],
      ['Subject', is],
      ['Attendance percentage', 'is invalid'],
    ],
    async fill(page) {
      await pick(page, 'Student', 'S260017');
      await pick(page, 'Subject', 'AGE220');
      await type(page, { 'Attendance percentage': '41.5' });
    },
    added: 'Red List Student added successfully',
    found: 'S260017',
    edit: (page) => type(page, { 'Attendance percentage': '43' }),
    changed: '43 %',
    order: ['Attendance', 'attendance_percentage'],
    columns: ['Student', 'Subject', 'Attendance'],
  },
  {
    path: '/timesheet-admin-portal/payrolls',
    title: 'Payrolls',
    one: 'pay code',
    required: [
      ['Pay code', is],
      ['Amount per hour', is],
      ['Pay type', is],
    ],
    async fill(page) {
      await type(page, { 'Pay code': 'TUT-D', 'Amount per hour': '163.2', Details: 'Tutorial by a doctor' });
      await choose(page, 'Pay type', 'Tutorial, doctor');
    },
    added: 'Payroll Added Successfully',
    found: 'TUT-D',
    edit: (page) => type(page, { 'Amount per hour': '164' }),
    changed: '164.00',
    order: ['Amount per hour', 'amount'],
    columns: ['Pay code', 'Amount per hour', 'Pay type', 'Details'],
  },
  {
    path: '/timetable',
    title: 'Timetables',
    one: 'timetable',
    required: [
      ['Subject', is],
      ['Semester', is],
      ['Teacher', is],
      ['Classroom', is],
      ['Class type', is],
      ['Day of week', is],
    ],
    async fill(page) {
      await pick(page, 'Subject', 'RES310');
      await pick(page, 'Semester', '2026, semester 2');
      await pick(page, 'Teacher', 'Samuel Osei');
      await pick(page, 'Classroom', 'B2.10');
      await choose(page, 'Class type', 'Lecture + Tutorial');
      await choose(page, 'Day of week', 'Saturday');
      await type(page, { 'Start time': '21:10', 'End time': '22:00' });
    },
    added: 'Timetable added successfully',
    search: 'res310 osei b2.10',
    found: '21:10–22:00',
    edit: (page) => type(page, { 'End time': '22:15' }),
    changed: '21:10–22:15',
    order: ['Teacher', 'teacher'],
    columns: ['Subject', 'Class type', 'Day', 'Time', 'Classroom', 'Teacher', 'Semester', 'Students', 'Present today'],
    lying: true,
  },
  {
    path: '/cohort',
    title: 'Cohort',
    one: 'cohort',
    required: [
      ['Name', is],
      ['Year', is],
      ['Add schedules', 'Please add a schedule'],
    ],
    async fill(page) {
      await type(page, { Name: 'Evening group' });
      await choose(page, 'Year', '2026');
      await pick(page, 'Add schedules', 'NUR101');
    },
    added: 'Cohort Added Successfully',
    found: 'Evening group',
    edit: (page) => choose(page, 'Year', '2027'),
    edited: 'Cohort Edited Successfully',
    changed: '2027',
    order: ['Year', 'year'],
    columns: ['Name', 'Year', 'Schedules', 'Students'],
  },
  {
    path: '/leave',
    title: 'Approved Leave List',
    one: 'leave',
    required: [
      ['Student', is],
      ['Leave from', is],
      ['Leave to', is],
      ['Faculty e-mail', is],
      ['Reason for leave', is],
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
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
      await expect(page.getByText('Uploaded: letter.pdf')).toBeVisible();
    },
    added: 'Leave added successfully',
    found: 'S260009',
    edit: (page) => type(page, { 'Reason for leave': 'Surgery and rest' }),
    changed: 'Surgery and rest',
    order: ['To', 'leave_to'],
    columns: ['Student', 'From', 'To', 'Faculty e-mail', 'Reason', 'Document'],
  },
  {
    path: '/students',
    title: 'Students',
    one: 'student',
    required: [
      ['Student ID', fieldIs],
      ['First name', fieldIs],
      ['Last name', fieldIs],
      ['Date of birth', fieldIs],
      ['Phone number', fieldIs],
    ],
    fill: (page) =>
      type(page, { 'Student ID': 'S269001', 'First name': '美玲', 'Last name': '陈', 'Date of birth': '2005-06-07', 'Phone number': '+61 400 1' }),
    added: 'Student Added Successfully.',
    found: 'S269001',
    edit: (page) => type(page, { 'RFID number': '4711' }),
    changed: 'S269001',
    order: ['Last name', 'last_name'],
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
    lying: true,
  },
];
