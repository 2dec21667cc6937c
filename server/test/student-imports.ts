import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { CellValue } from 'hucre/xlsx';
import { createTestSchool, type TestSchool } from './test-school.ts';
import { sendFile } from './upload.ts';

const path = 'attendance/import-runs/';
type Run = { report: { questions: { name: string; answer: string | null }[] } };

/** An institute in which an administrator imports files of students; each run is read when no job works on it any more. */
export function studentImports() {
  let created: TestSchool;
  beforeAll(async () => {
    created = await createTestSchool();
  });
  afterAll(() => created.close());
  // A user may store few that are not written.
  afterEach(() => created.database.deleteFrom('import_run').execute());
  const school = () => created;

  async function ended(id: number) {
    const read = () => school().call('admin', 'GET', `${path}${id}/`);
    await vi.waitFor(
      async () => expect(['checked', 'written', 'failed']).toContain((await read()).body.state),
      { timeout: 20_000, interval: 50 },
    );
    return (await read()).body;
  }
  return {
    school,
    async checked(content: string | Uint8Array, name = 'students.csv') {
      const query = `${path}?kind=students`;
      const bytes = Buffer.from(content);
      const { status, body } = await sendFile(school(), 'admin', query, 'file', bytes, name);
      expect(status).toBe(201);
      return ended(body.id);
    },
    async again(id: number, step: 'check' | 'write', answers: Record<string, string>) {
      const { status } = await school().call('admin', 'POST', `${path}${id}/${step}/`, { answers });
      expect(status).toBe(200);
      return ended(id);
    },
  };
}

export const answersOf = ({ report }: Run): Record<string, string> =>
  Object.fromEntries(
    report.questions.flatMap(({ name, answer }) => (answer === null ? [] : [[name, answer]])),
  );
export const openOf = ({ report }: Run): string[] =>
  report.questions.filter(({ answer }) => answer === null).map(({ name }) => name);

export const heading = ['Student No', 'Given name', 'Surname', 'Mobile', 'DOB', 'Gender'];
export const person = (id: string, born: CellValue = '03/04/2005', gender = 'F'): CellValue[] => [
  id,
  'Zoë',
  'O’Brien',
  '0412 345 678',
  born,
  gender,
];
export const csvOf = (rows: CellValue[][]): string =>
  rows.map((cells) => cells.join(';')).join('\r\n');
