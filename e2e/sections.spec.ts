import type { Page } from '@playwright/test';
import { account, expect, expectAccessible, signIn, test } from './person.ts';
import { choose, clearToasts, expectFits, exportAs, field, pick, readCsv, readPdf, row, rowOption, searchFor, showAs, toasted } from './sections.ts';

/** A section's errand: what is typed, what is said, and where it is found again. */
interface Errand {
  path: string;
  title: string;
  one: string;
  /** What an empty form says, field by field from the top; the first gets the focus. */
  required: [label: string, message: string][];
  fill: (page: Page) => Promise<void>;
  added: string;
  /** What is searched for, and what is in the row that is found. */
  search?: string;
  found: string;
  edit: (page: Page) => Promise<void>;
  edited?: string;
  /** What its row shows then. */
  changed: string;
  /** A heading to order by, and its name in the address. */
  order: [heading: string, name: string];
  /** The columns of a file: those of the screen without # and options, and those that have no room there. */
  columns: string[];
  /** More than six columns lie on their side. */
  lying?: boolean;
}

const is = 'is required';
const fieldIs = 'field is required';
const type = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
};

const errands: Errand[] = [
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
      ['Amount an hour', is],
      ['Pay type', is],
    ],
    async fill(page) {
      await type(page, { 'Pay code': 'TUT-D', 'Amount an hour': '163.2', Details: 'Tutorial by a doctor' });
      await choose(page, 'Pay type', 'Tutorial, doctor');
    },
    added: 'Payroll Added Successfully',
    found: 'TUT-D',
    edit: (page) => type(page, { 'Amount an hour': '164' }),
    changed: '164.00',
    order: ['Amount an hour', 'amount'],
    columns: ['Pay code', 'Amount an hour', 'Pay type', 'Details'],
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

for (const it of errands) {
  test(`${it.title}: add, find, edit, order, export, archive, restore, delete`, async ({ page }) => {
    await signIn(page, account, it.path);
    await expect(page.getByRole('heading', { level: 1, name: it.title })).toBeVisible();
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expectAccessible(page);

    // Add: the empty form says what is missing, and the first such field gets the focus.
    await page.getByRole('link', { name: `Add ${it.one}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Add ${it.one}` })).toBeVisible();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    for (const [label, message] of it.required) {
      const told = page
        .locator('.mantine-InputWrapper-root')
        .filter({ has: page.getByText(new RegExp(`^${label}( \\*)?$`)) })
        .locator('.mantine-InputWrapper-error');
      await expect(told.first(), label).toHaveText(message);
    }
    await expect(field(page, it.required[0]![0])).toBeFocused();
    await expectAccessible(page);
    await it.fill(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(toasted(page, it.added)).toBeVisible();
    await expect(field(page, it.required[0]![0])).toHaveValue('');
    await clearToasts(page);

    // Find and edit: back on the list as it was.
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click();
    const search = it.search ?? it.found;
    await searchFor(page, search);
    await expect(row(page, it.found).first()).toBeVisible();
    await rowOption(page, it.found, 'Edit');
    await expect(page.getByRole('heading', { level: 1, name: `Edit ${it.one}` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
    await it.edit(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toasted(page, it.edited ?? 'Updated Successfully')).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(search);
    await expect(row(page, it.changed).first()).toBeVisible();
    await clearToasts(page);

    // Order: in the heading and in the address.
    const heading = page.getByRole('columnheader', { name: it.order[0], exact: true });
    await heading.getByRole('button').click();
    await expect(page).toHaveURL(new RegExp(`ordering=${it.order[1]}(&|$)`));
    await expect(heading).toHaveAttribute('aria-sort', it.order[1].startsWith('-') ? 'descending' : 'ascending');

    // Export: read back what the screen showed.
    const csv = await exportAs(page, /CSV of this page/);
    expect(csv.suggestedFilename()).toMatch(new RegExp(`^${it.title.replaceAll(' ', '-')}-2026-11-18-[a-z0-9]{6}\\.csv$`));
    const [record] = await readCsv(csv);
    expect(Object.keys(record!)).toEqual(it.columns);
    expect(Object.values(record!).join(' ')).toContain(it.changed);
    expect(Object.values(record!)).not.toContain('');
    const pdf = await readPdf(await exportAs(page, /PDF of this page/));
    expect(pdf.sizes[0]).toEqual((it.lying ?? it.columns.length > 6) ? [842, 595] : [595, 842]);
    expect(pdf.images).toBeGreaterThanOrEqual(2);
    for (const column of it.columns) expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(column);
    await clearToasts(page);

    // Cards, and a phone.
    await showAs(page, 'Cards');
    await expect(page.locator('li[data-row]').first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1366, height: 850 });
    await showAs(page, 'List');

    // Archive, restore, delete.
    await rowOption(page, it.changed, 'Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect(toasted(page, 'archived')).toBeVisible();
    await expect(row(page, it.changed)).toHaveCount(0);
    await page.getByRole('button', { name: 'Archived' }).click();
    await expect(row(page, it.changed).first()).toBeVisible();
    await rowOption(page, it.changed, 'Restore');
    await expect(toasted(page, 'restored')).toBeVisible();
    await expect(row(page, it.changed)).toHaveCount(0);
    await page.getByRole('button', { name: 'Archived' }).click();
    await clearToasts(page);
    await rowOption(page, it.changed, 'Delete');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Confirm Deletion');
    await expect(dialog).toContainText('This action cannot be undone');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toasted(page, 'Item deleted successfully')).toBeVisible();
    await expect(row(page, it.changed)).toHaveCount(0);
    await expect(page.getByText('No Data Available!')).toBeVisible();
  });
}
