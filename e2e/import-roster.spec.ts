import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { account, admin, expect, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

test.use({ isEmpty: true });

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
C1,,,,Algebra,ALG,,H,,`,
  classes: `sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods
K1,,,Algebra A,,C1,ALG-A,scheduled,R1,H,T2,,,`,
  users: `sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password
U1,,,true,H,teacher,tara,,Tara,Ng,,,tara@high.example,,,,,
U2,,,true,H,student,pia,,Pia,Quist,,P1,pia@high.example,,,,,`,
  enrollments: `sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate
E1,,,K1,H,U1,teacher,true,,
E2,,,K1,H,U2,student,,,`,
};

async function archive(): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files))
    zip.addBuffer(Buffer.from(`${text}\n`), `${name}.csv`);
  zip.end();
  return buffer(zip.outputStream);
}

test('an administrator of an empty institute imports OneRoster, and is led on (R-ROSTER-5)', async ({
  page,
  browser,
}) => {
  await signIn(page, admin, '/import');
  await page.locator('input[type=file]').setInputFiles({
    name: 'school.zip',
    mimeType: 'application/zip',
    buffer: await archive(),
  });
  const errors = page.getByRole('region', { name: /^Errors/ });
  await expect(errors).toContainText(
    'there is no course yet. Only users with the role account add courses',
  );
  await expect(page.getByRole('row', { name: /^course/ })).toHaveCount(0);
  await expectAccessible(page);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, account, '/dashboard');
  await api(other, 'courses/create/', { name: 'Science' });

  const specialization = page.getByRole('textbox', { name: /^Specialization of new subjects/ });
  await specialization.fill('General');
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
});
