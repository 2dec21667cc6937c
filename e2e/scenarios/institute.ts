import { choose, pick } from '../resources.ts';
import { isRequired, type, type ResourceScenario } from './scenario.ts';

/** Subjects, semesters and rooms. */
export const instituteScenarios: ResourceScenario[] = [
  {
    path: '/teachers',
    title: 'Teachers',
    singular: 'teacher',
    required: [
      ['First name', isRequired],
      ['Last name', isRequired],
      ['E-mail', isRequired],
      ['Phone', isRequired],
    ],
    fill: (page) =>
      type(page, {
        'First name': 'Nguyễn',
        'Last name': 'Đặng',
        'E-mail': 'dang@demo.example',
        Phone: '+61 2 5550 7777',
      }),
    addedMessage: 'Teacher added successfully',
    foundText: 'Đặng',
    edit: (page) => type(page, { Phone: '+61 2 5550 8888' }),
    changedText: '+61 2 5550 8888',
    sort: ['Last name', 'last_name'],
    columns: ['First name', 'Last name', 'E-mail', 'Phone'],
  },
  {
    path: '/courses',
    title: 'Courses',
    singular: 'course',
    required: [['Name', isRequired]],
    fill: (page) => type(page, { Name: 'Master of Midwifery' }),
    addedMessage: 'Course added successfully',
    foundText: 'Midwifery',
    edit: (page) => type(page, { Name: 'Master of Midwifery (Honours)' }),
    changedText: 'Honours',
    sort: ['Name', '-name'],
    columns: ['Name', 'Coordinator'],
  },
  {
    path: '/specialization',
    title: 'Specialization',
    singular: 'specialization',
    required: [
      ['Specialization', isRequired],
      ['Specialization code', isRequired],
    ],
    fill: (page) => type(page, { Specialization: 'Paediatrics', 'Specialization code': 'PAE' }),
    addedMessage: 'Specialization added successfully',
    foundText: 'Paediatrics',
    edit: (page) => type(page, { 'Specialization code': 'PAED' }),
    changedText: 'PAED',
    sort: ['Code', 'specialization_code'],
    columns: ['Specialization', 'Code'],
  },
  {
    path: '/subjects',
    title: 'Subjects',
    singular: 'subject',
    required: [
      ['Subject name', isRequired],
      ['Subject code', isRequired],
      ['Year', isRequired],
      ['Course', isRequired],
      ['Specialization', isRequired],
      ['Teacher', isRequired],
    ],
    async fill(page) {
      await type(page, { 'Subject name': 'Wound Care', 'Subject code': 'WOU230' });
      await choose(page, 'Year', 'Year 2');
      await pick(page, 'Course', 'Bachelor of Nursing');
      await pick(page, 'Specialization', 'Acute Care');
      await pick(page, 'Teacher', 'Keiko Mori');
    },
    addedMessage: 'Subject added successfully',
    foundText: 'Wound Care',
    edit: (page) => pick(page, 'Teacher', 'Pavel Novák'),
    changedText: 'Pavel Novák',
    sort: ['Year', 'year'],
    columns: ['Subject', 'Code', 'Year', 'Course', 'Specialization', 'Teacher'],
  },
  {
    path: '/semester',
    title: 'Semester',
    singular: 'semester',
    required: [
      ['Year', isRequired],
      ['Semester', isRequired],
      ['Batch', isRequired],
      ['Semester start date', isRequired],
      ['Semester end date', isRequired],
      ['Class start date', isRequired],
      ['Class end date', isRequired],
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
    addedMessage: 'Semester added successfully',
    search: '2027/5',
    foundText: '2028',
    edit: (page) => type(page, { 'Class end date': '2027-06-18' }),
    changedText: '18 June 2027',
    sort: ['Batch', 'batch'],
    columns: [
      'Year',
      'Semester',
      'Batch',
      'Semester starts',
      'Semester ends',
      'Classes start',
      'Classes end',
    ],
    isLandscape: true,
  },
  {
    path: '/classroom',
    title: 'Classroom',
    singular: 'classroom',
    required: [
      ['Room number', isRequired],
      ['Capacity', isRequired],
    ],
    fill: async (page) => {
      await type(page, { 'Room number': 'Hall 7', Capacity: '120' });
      await page.getByRole('combobox', { name: 'Features' }).fill('Stage,');
    },
    addedMessage: 'Classroom added successfully',
    foundText: 'Hall 7',
    edit: (page) => type(page, { Capacity: '125' }),
    changedText: '125',
    sort: ['Capacity', 'capacity'],
    columns: ['Room number', 'Capacity', 'Features'],
  },
  {
    path: '/holiday',
    title: 'Holidays',
    singular: 'holiday',
    required: [
      ['Name', isRequired],
      ['Holiday from', isRequired],
      ['Holiday to', isRequired],
    ],
    fill: (page) =>
      type(page, {
        Name: 'Summer break',
        // After the semester: no affected classes and no question.
        'Holiday from': '2027-03-01',
        'Holiday to': '2027-03-10',
      }),
    addedMessage: 'Holiday added successfully',
    foundText: 'Summer break',
    edit: (page) => type(page, { 'Holiday to': '2027-03-12' }),
    changedText: '12 Mar 2027',
    sort: ['Name', 'name'],
    columns: ['Name', 'From', 'To'],
  },
  {
    path: '/notes',
    title: 'Notes',
    singular: 'note',
    required: [
      ['Class', isRequired],
      ['Note', isRequired],
    ],
    async fill(page) {
      await pick(page, 'Class', 'PHA201');
      await type(page, { Date: '2026-11-17', Note: 'Heater is off: ask for Nguyễn' });
    },
    addedMessage: 'Note Added',
    search: 'heater',
    foundText: 'Heater is off',
    edit: (page) => type(page, { Note: 'Heater works again' }),
    changedText: 'Heater works again',
    sort: ['Date', 'date'],
    columns: ['Date', 'Class', 'Note', 'Teacher', 'Written by'],
  },
];
