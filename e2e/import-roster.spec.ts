import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { expect, ofEmpty, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

test.use({ isEmpty: true });
const { admin, account } = ofEmpty;

/** One class with its teacher and a student, as OneRoster 1.1 has them. */
const files = {
  manifest: `propertyName,value
manifest.version,1.0
oneroster.version,1.1
file.orgs,bulk
file.academicSessions,bulk
file.courses,bulk
file.classes,bulk
file.users,bulk
file.enrollments,bulk`,
  orgs: `sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId
H,,,High School,school,,`,
  academicSessions: `sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear
T2,,,Semester 2,semester,2026-07-20,2026-12-18,,2026`,
  courses: `sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes
C1,,,,Algebra,ALG,,H,,
C2,,,,Drama,DRA,,H,,`,
  classes: `sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods
K1,,,Algebra A,,C1,ALG-A,scheduled,R1,H,T2,,,`,
  users: `sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password
U1,,,true,H,teacher,tara,,Tara,Ng,,,tara@high.example,,,,,
U2,,,true,H,student,pia,,Pia,Quist,,P1,pia@high.example,,,,,`,
  enrollments: `sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate
E1,,,K1,H,U1,teacher,true,,
E2,,,K1,H,U2,student,,,`,
};

const calendar = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:alg
SUMMARY:ALG-A
DTSTART:20260721T090000
DTEND:20260721T100000
RRULE:FREQ=WEEKLY
END:VEVENT
END:VCALENDAR
`;

async function archive(changed: Partial<typeof files> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries({ ...files, ...changed }))
    zip.addBuffer(Buffer.from(`${text}\n`), `${name}.csv`);
  zip.end();
  return buffer(zip.outputStream);
}

test('an administrator of an empty institute imports OneRoster, and is led on (R-ROSTER-5)', async ({
  page,
  browser,
}) => {
  await signIn(page, admin, '/import');
  // The calendar first: it needs a semester, which no answer makes.
  await page.locator('input[type=file]').setInputFiles({
    name: 'school.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(calendar),
  });
  await expect(page.getByRole('heading', { name: 'One error stops this import' })).toBeFocused();
  await expect(page.getByRole('region', { name: /^Errors/ })).toContainText(
    'There is no semester yet: import the OneRoster file first, or add one.',
  );
  await expect(page.getByRole('textbox', { name: /^Semester/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/import');

  await page.locator('input[type=file]').setInputFiles({
    name: 'school.zip',
    mimeType: 'application/zip',
    buffer: await archive(),
  });
  await expect(
    page.getByRole('heading', {
      name: 'One error stops this import. 3 questions are open',
    }),
  ).toBeFocused();
  const errors = page.getByRole('region', { name: /^Errors/ });
  const [error, questions] = [
    await errors.boundingBox(),
    await page.getByRole('heading', { name: 'Questions', exact: true }).boundingBox(),
  ];
  expect(error?.y).toBeLessThan(questions?.y ?? 0);
  await expect(errors).toContainText(
    'There is no course yet. Only users with the role account add courses',
  );
  await expect(page.getByRole('row', { name: /^course/ })).toHaveCount(0);
  await expectAccessible(page);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, account, '/dashboard');
  await api(other, 'courses/create/', { name: 'Science' });

  const specialization = page.getByRole('textbox', { name: /^Specialization of new subjects/ });
  await specialization.fill('General');
  await page
    .getByRole('combobox', { name: /^Teacher of new subjects whose classes name none/ })
    .selectOption('Tara Ng (tara@high.example)');
  await expect(page.getByText('One new subject has no class with a teacher: Drama.')).toBeVisible();
  const batch = page.getByRole('textbox', { name: /^Batch/ });
  await batch.fill('2026');
  await page.getByRole('button', { name: 'Check again' }).click();
  const course = page.getByRole('combobox', { name: /^Course of new subjects/ });
  await expect(course).toHaveValue('Science');
  await expect(page.getByText('Only users with the role account add courses,')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { name: /^Imported: / })).toBeFocused();
  await expect(page.getByText('1 class waits for its times: import the calendar')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/set-up');
  const classes = page.locator('[data-step=classes]');
  await expect(classes).toContainText('1 class waits for its times');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await classes.getByRole('link', { name: 'import the calendar' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expectFits(page);

  // A week later.
  const users = files.users.replace('pia@high.example,,,', 'pia@high.example,,0400 111 222,');
  await page.locator('input[type=file]').setInputFiles({
    name: 'later.zip',
    mimeType: 'application/zip',
    buffer: await archive({ users }),
  });
  const changing = page.getByRole('region', { name: 'What would change' });
  await expect(changing).toContainText('Pia Quist (P1)');
  await expect(changing.locator('ins')).toHaveText('0400 111 222');
  await expectAccessible(page);
  await expectFits(page);
});
