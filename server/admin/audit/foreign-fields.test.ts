import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditLine } from '#contract/admin/audit.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const last = async () => {
  const { body } = await school.call('admin', 'GET', 'attendance/audit/?limit=1');
  return body.results[0] as AuditLine;
};
let made = 0;
const addSpecialization = async (): Promise<number> => {
  made++;
  const { body } = await school.call('admin', 'POST', 'attendance/specializations/create/', {
    specialization: `Specialization ${made}`,
    specialization_code: `SP${made}`,
  });
  return body.id;
};
const remove = (id: number, body: unknown) =>
  school.call('admin', 'DELETE', `attendance/specializations/${id}/`, body, {
    'content-type': 'application/json',
  });

describe('fields that a call does not take', () => {
  it.each([{ preview: true }, { dry_run: true }])('hide nothing: %j', async (body) => {
    const id = await addSpecialization();
    expect((await remove(id, body)).status).toBe(204);
    expect(await last()).toMatchObject({ what: 'Delete specialization', about: { id } });
  });

  it('name nothing: not another row, and no text of a person', async () => {
    const id = await addSpecialization();
    await remove(id, { id: id + 1, student: [1], status: 'Grace Student', email: 'a@b.example' });
    expect((await last()).about).toEqual({ id });
    const other = await addSpecialization();
    await school.call(
      'admin',
      'DELETE',
      `attendance/specializations/${other}/?id=1&status=done&preview=true`,
    );
    expect((await last()).about).toEqual({ id: other });
  });

  it('are not read, however deep they are', async () => {
    const deep = `{"id":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const id = await addSpecialization();
    expect((await remove(id, deep)).status).toBe(204);
  });
});
