import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idsOf, type Case, type Ids } from './test/cases/case.ts';
import { peopleCases } from './test/cases/people.ts';
import * as masterData from '#contract/timetable/master-data.endpoints.ts';
import { teachingCases } from './test/cases/teaching.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';

let school: TestSchool;
let ids: Ids;
beforeAll(async () => {
  school = await createTestSchool();
  ids = await idsOf(school);
});
afterAll(() => school.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  school.call('account', method, `attendance/${path}`, body);

const count = async ({ endpoints }: Case) =>
  (await call('GET', `${endpoints.name}/?limit=1`)).body.total as number;

it('every plain resource has a case in server/test/cases/teaching.ts', () => {
  const tried = teachingCases.map(({ endpoints }) => endpoints.name);
  expect(tried).toEqual(expect.arrayContaining(Object.values(masterData).map(({ name }) => name)));
});

describe.each([...peopleCases, ...teachingCases].map((it) => [it.endpoints.name, it] as const))(
  '%s',
  (path, it_) => {
    const { resource } = it_.endpoints;

    it('is added, read, found, changed, archived, restored and deleted', async () => {
      const before = await count(it_);
      const body = await it_.body(school, ids);
      const added = await call('POST', `${path}/create/`, body);
      expect(added).toMatchObject({ status: 201, body: { ...it_.row, id: expect.any(Number) } });
      const { id } = added.body;
      expect((await call('GET', `${path}/${id}/`)).body).toEqual(added.body);
      const list = await call('GET', `${path}/?search=${encodeURIComponent(it_.search)}`);
      expect(list.body.results).toContainEqual(added.body);
      expect(
        (await call('GET', `${path}/?search=${encodeURIComponent(`${it_.search} zzz`)}`)).body,
      ).toMatchObject({ total: 0, results: [] });
      expect((await call('GET', `${path}/?id=${id}`)).body).toMatchObject({
        total: 1,
        results: [{ id }],
      });

      const changed = await call('PATCH', `${path}/${id}/`, it_.patch);
      expect(changed).toMatchObject({ status: 200, body: { ...it_.patched, id } });
      expect((await call('PATCH', `${path}/${id}/`, {})).body).toEqual(changed.body);

      const archive = (what: string) =>
        path === 'teachers'
          ? call('DELETE', `${path}/create/`, { archive: what, ids: [id] })
          : call('POST', `${path}/create/`, { archive: what, ids: [id] });
      expect(await archive('ids')).toMatchObject({
        status: 200,
        body: { results: [{ id, status: 'Archived' }] },
      });
      expect(await count(it_)).toBe(before);
      expect((await call('GET', `bulk-archive/?archive_name=${path}`)).body).toMatchObject({
        total: 1,
        results: [{ id }],
      });
      expect((await archive('restore')).status).toBe(200);
      expect(await count(it_)).toBe(before + 1);
      expect((await call('GET', `bulk-archive/?archive_name=${path}`)).body.total).toBe(0);

      expect((await call('DELETE', `${path}/${id}/`)).status).toBe(204);
      expect(await call('GET', `${path}/${id}/`)).toMatchObject({
        status: 404,
        body: { detail: `This ${resource.singular} was not found` },
      });
      expect((await call('DELETE', `${path}/${id}/`)).status).toBe(404);
      expect((await call('PATCH', `${path}/${id}/`, it_.patch)).status).toBe(404);
      expect(await count(it_)).toBe(before);
    });

    it.each(Object.entries(it_.required))('requires %s: "%s"', async (name, message) => {
      const body = await it_.body(school, ids);
      const before = await count(it_);
      const { [name]: _left, ...rest } = body;
      for (const wrong of [rest, { ...body, [name]: '' }, { ...body, [name]: null }]) {
        expect(await call('POST', `${path}/create/`, wrong)).toMatchObject({
          status: 400,
          body: { [name]: [message] },
        });
      }
      expect(await count(it_)).toBe(before);
    });

    it('reports every missing field at once, and an unknown field', async () => {
      const { status, body } = await call('POST', `${path}/create/`, { colour: 'red' });
      expect(status).toBe(400);
      expect(body).toEqual({
        ...Object.fromEntries(
          Object.entries(it_.required).map(([name, message]) => [name, [message]]),
        ),
        colour: ['is not a known field'],
      });
    });

    if (it_.bad.length) {
      it.each(it_.bad)('rejects %j: %s %s', async (part, name, message) => {
        const body = { ...(await it_.body(school, ids)), ...part };
        expect(await call('POST', `${path}/create/`, body)).toMatchObject({
          status: 400,
          body: { [name]: [message] },
        });
      });

      it('rejects the same in a change, and changes nothing', async () => {
        const { id, ...row } = (await call('POST', `${path}/create/`, await it_.body(school, ids)))
          .body;
        for (const [part, name, message] of it_.bad) {
          expect(await call('PATCH', `${path}/${id}/`, part)).toMatchObject({
            status: 400,
            body: { [name]: [message] },
          });
        }
        expect((await call('GET', `${path}/${id}/`)).body).toEqual({ id, ...row });
        await call('DELETE', `${path}/${id}/`);
      });
    }

    if (it_.unique) {
      it('exists only once', async () => {
        const [name, message] = it_.unique!;
        const body = await it_.body(school, ids);
        const { id } = (await call('POST', `${path}/create/`, body)).body;
        expect(await call('POST', `${path}/create/`, body)).toMatchObject({
          status: 400,
          body: { [name]: [message] },
        });
        await call('DELETE', `${path}/${id}/`);
      });
    }

    it('answers every invalid value of every field with the field’s name', async () => {
      const body = await it_.body(school, ids);
      const before = await count(it_);
      const nonsense = [
        true,
        -1,
        1e300,
        { a: 1 },
        [[]],
        ['x'],
        'x'.repeat(5000),
        'a\u0000b',
        "'; drop table student; --",
      ];
      for (const name of Object.keys(resource.fields)) {
        for (const value of nonsense) {
          const answer = await call('POST', `${path}/create/`, { ...body, [name]: value });
          if (answer.status === 201) await call('DELETE', `${path}/${answer.body.id}/`);
          else
            expect({ name, value, ...answer }).toMatchObject({
              status: 400,
              body: { [name]: expect.arrayContaining([expect.any(String)]) },
            });
        }
      }
      for (const wrong of [null, [], 'text', 7])
        expect(
          (await call('POST', `${path}/create/`, JSON.stringify(wrong))).status,
        ).toBeGreaterThanOrEqual(400);
      expect(await count(it_)).toBe(before);
    });

    it('is sorted by each of its sort keys, both ways', async () => {
      for (const order of resource.sortKeys) {
        const there = await call('GET', `${path}/?ordering=${order}&limit=100`);
        const back = await call('GET', `${path}/?ordering=-${order}&limit=100`);
        const rowsOf = (answer: typeof there) =>
          answer.body.results.map((row: { id: number }) => row.id);
        expect(there.status).toBe(200);
        expect(rowsOf(back)).toEqual(rowsOf(there).toReversed());
      }
      expect(await call('GET', `${path}/?ordering=secret`)).toMatchObject({
        status: 400,
        body: { ordering: ['cannot be ordered by this'] },
      });
    });

    it('rejects unknown filters, and invalid values of known ones', async () => {
      expect(await call('GET', `${path}/?colour=red`)).toMatchObject({
        status: 400,
        body: { colour: ['is not a known field'] },
      });
      for (const name of Object.keys(resource.filters)) {
        const { status, body } = await call('GET', `${path}/?${name}=%27nonsense`);
        // Any text is valid; it may find nothing.
        if (status !== 200)
          expect({ name, status, body }).toMatchObject({
            status: 400,
            body: { [name]: [expect.any(String)] },
          });
        else expect({ name, total: body.total }).toEqual({ name, total: 0 });
        // The class of the students' flag, which leaves out no rows.
        if (name === 'schedule_id') continue;
        const unknown = await call('GET', `${path}/?${name}=424242`);
        if (unknown.status === 200)
          expect({ name, ...unknown.body }).toMatchObject({ name, total: 0 });
      }
      for (const query of [
        'limit=0',
        'limit=10000',
        'page=0',
        'limit=x',
        `search=${'x'.repeat(201)}`,
      ]) {
        expect((await call('GET', `${path}/?${query}`)).status).toBe(400);
      }
    });

    it('refuses to archive a missing record', async () => {
      const gone = { archive: 'ids', ids: [424_242] };
      const answer =
        path === 'teachers'
          ? await call('DELETE', `${path}/create/`, gone)
          : await call('POST', `${path}/create/`, gone);
      expect(answer).toMatchObject({ status: 400, body: { ids: ['424242 cannot be found'] } });
      for (const ids of [[], 'all', ['x']]) {
        expect(await call('POST', `${path}/create/`, { archive: 'ids', ids })).toMatchObject({
          status: 400,
          body: { ids: [expect.any(String)] },
        });
      }
      expect(await call('POST', `${path}/create/`, { archive: 'all', ids: [1] })).toMatchObject({
        status: 400,
        body: { archive: ['must be ids or restore'] },
      });
    });
  },
);
