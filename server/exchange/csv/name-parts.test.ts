import { describe, expect, it } from 'vitest';
import { answersOf, csvOf, openOf, studentImports } from '#server/test/student-imports.ts';

const { school, checked, again } = studentImports();

describe('names in several columns (R-IMPORT-14)', () => {
  const row = (id: string) =>
    school()
      .database.selectFrom('student')
      .select(['first_name', 'last_name'])
      .where('student_id', '=', id)
      .executeTakeFirst();

  it.each([
    [['Tussenvoegsel', 'Achternaam'], ['van der', 'Berg'], 'van der Berg'],
    [['Tussenvoegsel', 'Achternaam'], ['', 'Berg'], 'Berg'],
    [['Tussenvoegsel', 'Achternaam'], ['de', 'de Vries'], 'de Vries'],
    [['Tussenvoegsel', 'Achternaam'], ['de', 'Vries, de'], 'de Vries'],
    [['Apellido 1', 'Apellido 2'], ['García', 'García'], 'García García'],
    [['Primer apellido', 'Segundo apellido'], ['García', 'López'], 'García López'],
    [['Apellido 1', 'Apellido 2'], ['García', 'López'], 'García López'],
  ])(
    'a last name in the columns %j is joined, unless somebody says otherwise',
    async (own, names, last_name) => {
      const rows = [
        ['ID', 'Voornaam', ...own],
        ['K40', 'Ann', ...names],
        ['K41', 'Bo', 'x', 'Low'],
      ];
      const run = await checked(csvOf(rows));
      expect(openOf(run)).toEqual([]);
      expect(run.report.problems).toEqual([]);
      await again(run.id, 'write', answersOf(run));
      expect(await row('K40')).toMatchObject({ first_name: 'Ann', last_name });
    },
  );

  it.each([
    [['Nombre 1', 'Nombre 2'], ['Ana', 'María'], 'Ana María'],
    [['First name', 'Second name'], ['Ana', ''], 'Ana'],
    [['Vorname', '2. Vorname'], ['Ana', 'María'], 'Ana María'],
    [['Given name', 'Middle name'], ['Ana', 'May'], 'Ana'],
  ])(
    'a first name in the columns %j is joined, a middle name only where somebody says so',
    async (own, names, first_name) => {
      const run = await checked(
        csvOf([
          ['ID', ...own, 'Surname'],
          ['K60', ...names, 'Abel'],
          ['K61', 'Bo', 'Cy', 'Low'],
        ]),
      );
      expect(openOf(run)).toEqual([]);
      await again(run.id, 'write', answersOf(run));
      expect(await row('K60')).toMatchObject({ first_name, last_name: 'Abel' });
    },
  );
});

it.each([
  [['Emergency contact name', 'Relationship', 'Phone', 'Email']],
  [['Ansprechpartner', 'Telefon', 'E-Mail']],
  [['Next of kin', 'Phone']],
])('what stands behind %j is the contact’s', async (columns) => {
  const run = await checked(
    csvOf([
      ['ID', 'First name', 'Last name', ...columns],
      [
        'K70',
        'Al',
        'Low',
        'Pa Low',
        ...columns
          .slice(1)
          .map((name) => (/mail/i.test(name) ? 'pa@home.example' : '0400 111 222')),
      ],
    ]),
  );
  const answers = answersOf(run);
  expect([answers['column:phone_number'], answers['column:student_mail']]).not.toContain(
    columns.at(-1),
  );
});

it('the column with the word student in it is the student’s', async () => {
  const run = await checked(
    csvOf([
      ['ID', 'First name', 'Last name', 'Email', 'Student email'],
      ['K71', 'Al', 'Low', 'pa@home.example', 'al@school.example'],
    ]),
  );
  expect(answersOf(run)).toMatchObject({ 'column:student_mail': 'Student email' });
});
