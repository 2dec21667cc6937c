import { choose, pick } from '../sections.ts';
import { is, type, type Errand } from './errand.ts';

/** What is taught, where and when. */
export const instituteErrands: Errand[] = [
  {
    path: '/teachers',
    title: 'Teachers',
    one: 'teacher',
    required: [
      ['First name', is],
      ['Last name', is],
      ['E-mail', is],
      ['Phone', is],
    ],
    fill: (page) => type(page, { 'First name': 'Nguyễn', 'Last name': 'Đặng', 'E-mail': 'dang@demo.example', Phone: '+61 2 5550 7777' }),
    added: 'Teacher added successfully',
    found: 'Đặng',
    edit: (page) => type(page, { Phone: '+61 2 5550 8888' }),
    changed: '+61 2 5550 8888',
    order: ['Last name', 'last_name'],
    columns: ['First name', 'Last name', 'E-mail', 'Phone'],
  },
  {
    path: '/courses',
    title: 'Courses',
    one: 'course',
    required: [['Name', is]],
    fill: (page) => type(page, { Name: 'Master of Midwifery' }),
    added: 'Course added successfully',
    found: 'Midwifery',
    edit: (page) => type(page, { Name: 'Master of Midwifery (Honours)' }),
    changed: 'Honours',
    order: ['Name', '-name'],
    columns: ['Name'],
  },
  {
    path: '/specialization',
    title: 'Specialization',
    one: 'specialization',
    required: [
      ['Specialization', is],
      ['Specialization code', is],
    ],
    fill: (page) => type(page, { Specialization: 'Paediatrics', 'Specialization code': 'PAE' }),
    added: 'Specialization added successfully',
    found: 'Paediatrics',
    edit: (page) => type(page, { 'Specialization code': 'PAED' }),
    changed: 'PAED',
    order: ['Code', 'specialization_code'],
    columns: ['Specialization', 'Code'],
  },
  {
    path: '/subjects',
    title: 'Subjects',
    one: 'subject',
    required: [
      ['Subject name', is],
      ['Subject code', is],
      ['Year', is],
      ['Course', is],
      ['Specialization', is],
      ['Teacher', is],
    ],
    async fill(page) {
      await type(page, { 'Subject name': 'Wound Care', 'Subject code': 'WOU230' });
      await choose(page, 'Year', 'Year 2');
      await pick(page, 'Course', 'Bachelor of Nursing');
      await pick(page, 'Specialization', 'Acute Care');
      await pick(page, 'Teacher', 'Keiko Mori');
    },
    added: 'Subject added successfully',
    found: 'Wound Care',
    edit: (page) => pick(page, 'Teacher', 'Pavel Novák'),
    changed: 'Pavel Novák',
    order: ['Year', 'year'],
    columns: ['Subject', 'Code', 'Year', 'Course', 'Specialization', 'Teacher'],
  },
  {
    path: '/semester',
    title: 'Semester',
    one: 'semester',
    required: [
      ['Year', is],
      ['Semester', is],
      ['Batch', is],
      ['Semester start date', is],
      ['Semester end date', is],
      ['Class start date', is],
      ['Class end date', is],
    ],
    async fill(page) {
      await choose(page, 'Year', '2027');
      await choose(page, 'Semester', 'Semester 5');
      await choose(page, 'Batch', '2028');
      await type(page, {
        'Semester start date': '2027-02-01',
        'Semester end date': '2027-06-30',
        'Class start date': '2027-02-08',
        'Class end date': '2027-06-11',
      });
    },
    added: 'Semester added successfully',
    search: '2027/5',
    found: '2028',
    edit: (page) => type(page, { 'Class end date': '2027-06-18' }),
    changed: '18 Jun 2027',
    order: ['Batch', 'batch'],
    columns: ['Year', 'Semester', 'Batch', 'Semester starts', 'Semester ends', 'Classes start', 'Classes end'],
    lying: true,
  },
  {
    path: '/classroom',
    title: 'Classroom',
    one: 'classroom',
    required: [
      ['Room number', is],
      ['Capacity', is],
    ],
    fill: (page) => type(page, { 'Room number': 'Hall 7', Capacity: '120' }),
    added: 'Classroom added successfully',
    found: 'Hall 7',
    edit: (page) => type(page, { Capacity: '125' }),
    changed: '125',
    order: ['Capacity', 'capacity'],
    columns: ['Room number', 'Capacity'],
  },
  {
    path: '/holiday',
    title: 'Holidays',
    one: 'holiday',
    required: [
      ['Name', is],
      ['Holiday from', is],
      ['Holiday to', is],
    ],
    fill: (page) => type(page, { Name: 'Summer break', 'Holiday from': '2026-12-20', 'Holiday to': '2027-01-10' }),
    added: 'Holiday added successfully',
    found: 'Summer break',
    edit: (page) => type(page, { 'Holiday to': '2027-01-12' }),
    changed: '12 Jan 2027',
    order: ['Name', 'name'],
    columns: ['Name', 'From', 'To'],
  },
  {
    path: '/notes',
    title: 'Notes',
    one: 'note',
    required: [
      ['Class', is],
      ['Note', is],
    ],
    async fill(page) {
      await pick(page, 'Class', 'PHA201');
      await type(page, { Date: '2026-11-17', Note: 'Heater is off: ask for Nguyễn' });
    },
    added: 'Note Added',
    search: 'heater',
    found: 'Heater is off',
    edit: (page) => type(page, { Note: 'Heater works again' }),
    changed: 'Heater works again',
    order: ['Date', 'date'],
    columns: ['Date', 'Class', 'Note', 'Teacher', 'Written by'],
  },
];
