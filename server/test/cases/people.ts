import { teacherEndpoints } from '#contract/people/teachers.endpoints.ts';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import { leaveEndpoints } from '#contract/attendance/leave.endpoints.ts';
import { redListEndpoints } from '#contract/standing/red-list.endpoints.ts';
import { payCodeEndpoints } from '#contract/pay/pay-codes.endpoints.ts';
import { holidayEndpoints } from '#contract/timetable/holidays.endpoints.ts';
import { pdf, uploadFile } from '../upload.ts';
import { today, type Case } from './case.ts';

const is = 'is required';
const field = 'field is required';

export const peopleCases: Case[] = [
  {
    endpoints: teacherEndpoints,
    body: () => ({
      first_name: 'Nora',
      last_name: 'Østby',
      email: 'Nora@School.example',
      phone: '+61 1',
      card_number: '31000001',
    }),
    row: {
      first_name: 'Nora',
      last_name: 'Østby',
      email: 'nora@school.example',
      phone: '+61 1',
      card_number: '31000001',
    },
    patch: { phone: '+61 2' },
    patched: { first_name: 'Nora', phone: '+61 2' },
    search: 'østby nora',
    required: { first_name: is, last_name: is, email: is, phone: is },
    bad: [
      [{ phone: '1'.repeat(16) }, 'phone', 'length should be less than 15 characters'],
      [{ email: 'nora' }, 'email', 'must be an e-mail address'],
    ],
    unique: ['email', 'already exists'],
  },
  {
    endpoints: studentEndpoints,
    body: () => ({
      student_id: 'S77',
      first_name: 'Mei',
      last_name: 'Nguyễn',
      phone_number: '+61 7',
      date_of_birth: '2005-01-31',
      gender: '',
      batch: null,
      rfid_number: '',
    }),
    row: {
      student_id: 'S77',
      gender: null,
      batch: null,
      rfid_number: null,
      student_mail: null,
      card_print_status: null,
      in_red_list: false,
      enrolled: false,
      assigned_cohorts: [],
    },
    patch: { rfid_number: '777' },
    patched: { student_id: 'S77', rfid_number: '777' },
    search: 'mei nguyễn',
    required: {
      student_id: field,
      first_name: field,
      last_name: field,
      phone_number: field,
      date_of_birth: field,
    },
    bad: [
      [{ student_id: 'S'.repeat(11) }, 'student_id', 'length should be less than 10 characters'],
      [{ rfid_number: '1'.repeat(16) }, 'rfid_number', 'Length should be less than 15 characters'],
      [{ rfid_number: '1000001' }, 'rfid_number', 'is the card of Anna Ångström (S1)'],
      [{ rfid_number: 'S1' }, 'rfid_number', 'must not be the student ID of another student'],
      [{ date_of_birth: '2005-02-30' }, 'date_of_birth', 'must be a date, YYYY-MM-DD'],
      [
        { profile_image: 'https://elsewhere.example/a.png' },
        'profile_image',
        'must be the address of an uploaded file',
      ],
    ],
    unique: ['student_id', 'already exists'],
  },
  {
    endpoints: leaveEndpoints,
    body: async (school) => ({
      student_id: 'S5',
      leave_from: today,
      leave_to: today,
      faculty_email: 'Dean@school.example',
      reason_for_leave: 'Hospital',
      supporting_document: await uploadFile(school, 'leave-application', pdf, 'letter.pdf'),
    }),
    row: {
      leave_from: today,
      faculty_email: 'dean@school.example',
      student: { student_id: 'S5', first_name: 'Eli', last_name: 'Adams' },
    },
    patch: { leave_to: '2026-03-05' },
    patched: { leave_from: today, leave_to: '2026-03-05' },
    search: 'adams hospital',
    required: {
      student_id: is,
      leave_from: is,
      leave_to: is,
      faculty_email: is,
      reason_for_leave: is,
      supporting_document: 'Please select a file',
    },
    bad: [
      [{ leave_to: '2026-03-01' }, 'leave_to', 'must be after the start date'],
      [{ student_id: 'S99' }, 'student_id', 'does not exist'],
      [
        { supporting_document: '/file/leave-application/x.pdf?expires=1&signature=x' },
        'supporting_document',
        'must be the address of an uploaded file',
      ],
    ],
  },
  {
    endpoints: redListEndpoints,
    body: (_school, ids) => ({
      student: ids.student,
      subject: ids.subject,
      attendance_percentage: 61.236,
    }),
    row: {
      student: { student_id: 'S5' },
      subject: { subject_code: 'MAT1' },
      attendance_percentage: 61.24,
    },
    patch: { attendance_percentage: 100 },
    patched: { attendance_percentage: 100 },
    search: 'eli mat1',
    required: { student: is, subject: is, attendance_percentage: 'is invalid' },
    bad: [
      [
        { attendance_percentage: 0 },
        'attendance_percentage',
        'must be greater than 0 and less than 100',
      ],
      [
        { attendance_percentage: 100.1 },
        'attendance_percentage',
        'must be greater than 0 and less than 100',
      ],
      [
        { attendance_percentage: 0.001 },
        'attendance_percentage',
        'must be greater than 0 and less than 100',
      ],
    ],
    unique: ['student', 'already on the red list in this subject'],
  },
  {
    endpoints: payCodeEndpoints,
    body: () => ({
      paycode: 'LEC',
      amount: '98.5',
      paycode_type: 'initial_lecture_doctor',
      details: '',
    }),
    row: { paycode: 'LEC', amount: '98.50', paycode_type: 'initial_lecture_doctor', details: null },
    patch: { amount: 100 },
    patched: { paycode: 'LEC', amount: '100.00' },
    search: 'lec',
    required: { paycode: is, amount: is, paycode_type: is },
    bad: [
      [{ amount: '1.005' }, 'amount', 'must be an amount such as 198.50'],
      [{ amount: -1 }, 'amount', 'must be an amount such as 198.50'],
    ],
    unique: ['paycode', 'already exists'],
  },
  {
    endpoints: holidayEndpoints,
    body: () => ({ name: 'Anzac Day', date_from: '2026-04-25', date_to: '2026-04-25' }),
    row: { name: 'Anzac Day', date_from: '2026-04-25', date_to: '2026-04-25' },
    patch: { date_to: '2026-04-26' },
    patched: { date_from: '2026-04-25', date_to: '2026-04-26' },
    search: 'anzac',
    required: { name: is, date_from: is, date_to: is },
    bad: [
      [{ date_to: '2026-04-24' }, 'date_to', 'must be later than or equal to Holiday From date'],
    ],
  },
];
