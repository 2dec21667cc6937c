import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { createSettings } from '#server/school/settings.ts';

const path = 'attendance/settings/';

describe('settings of the institute', () => {
  let school: TestSchool;
  beforeAll(async () => {
    school = await createTestSchool();
    await school.call('admin', 'GET', 'user/details/');
  });
  afterAll(() => school.close());

  const auditLines = async () =>
    (await school.call('admin', 'GET', 'attendance/audit/?kind=change')).body.results.map(
      ({ what, about, actor, status }: Record<string, unknown>) => ({
        what,
        about,
        actor,
        status,
      }),
    );

  it('have their defaults, and apply from the response on', async () => {
    const before = await school.call('admin', 'GET', path);
    expect(before.body).toMatchObject({ values: { check_in_before_minutes: 30 }, fixed: {} });
    const { status, body } = await school.call('account', 'PATCH', path, {
      check_in_before_minutes: 45,
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { values: { check_in_before_minutes: 45 } },
    });
    expect((await school.call('teacher', 'GET', 'config/')).body.check_in_before_minutes).toBe(45);
  });

  it('check-in opens as early as the setting says', async () => {
    school.at('2026-03-02T08:10:00+11:00');
    const checkIn = {
      class_schedule: await school.classId('mon9'),
      date: '2026-03-02',
    };
    const enter = () => school.call('teacher', 'POST', 'attendance/payroll-logs/create/', checkIn);
    expect((await enter()).body).toEqual({
      date: ['Check-in is open from 45 minutes before the class until the end of the day'],
    });
    await school.call('account', 'PATCH', path, { check_in_before_minutes: 60 });
    expect((await enter()).status).toBe(201);
    school.at('2026-03-02T09:15:00+11:00');
    await school.call('account', 'PATCH', path, { check_in_before_minutes: 45 });
  });

  it('a change is one line of the audit log, with old and new values', async () => {
    await school.call('admin', 'PATCH', path, { check_in_before_minutes: 20 });
    await school.call('admin', 'PATCH', path, { check_in_before_minutes: 20 });
    expect((await auditLines()).slice(0, 2)).toEqual([
      {
        what: 'Change institute settings',
        about: { check_in_before_minutes: '45 → 20' },
        actor: 'ada@school.example',
        status: 200,
      },
      expect.objectContaining({ about: { check_in_before_minutes: '60 → 45' } }),
    ]);
  });

  it('two concurrent changes are two lines, of which the second begins where the first ended', async () => {
    await school.call('admin', 'PATCH', path, { check_in_before_minutes: 10 });
    await Promise.all(
      [11, 12].map((minutes) =>
        school.call('admin', 'PATCH', path, { check_in_before_minutes: minutes }),
      ),
    );
    const [last, first] = (await auditLines()).map(
      ({ about }: { about: Record<string, string> }) => about.check_in_before_minutes,
    );
    const { body } = await school.call('admin', 'GET', path);
    const now = body.values.check_in_before_minutes;
    expect([first, last]).toEqual([`10 → ${23 - now}`, `${23 - now} → ${now}`]);
  });

  it('a change that is based on another value than the present one is refused', async () => {
    const byType = 'late_after_by_class_type';
    await school.call('admin', 'PATCH', path, { [byType]: {}, check_in_before_minutes: 10 });
    const ofOther = { [byType]: { Tutorial: 15 } };
    await school.call('account', 'PATCH', path, { ...ofOther, seen: { [byType]: {} } });
    const own = { [byType]: { Lecture: 5 }, check_in_before_minutes: 11 };
    const refused = await school.call('admin', 'PATCH', path, {
      ...own,
      seen: { [byType]: {}, check_in_before_minutes: 10 },
    });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringMatching(/ changed these settings meanwhile\.$/),
        overtaken: { by: expect.any(String), at: expect.any(String) },
      },
    });
    const { values } = (await school.call('admin', 'GET', path)).body;
    expect(values).toMatchObject({ ...ofOther, check_in_before_minutes: 10 });
    const again = await school.call('admin', 'PATCH', path, { ...own, seen: ofOther });
    expect(again).toMatchObject({ status: 200, body: { values: own } });
  });

  it.each([
    [{ check_in_before_minutes: 1441 }, { check_in_before_minutes: ['must be from 0 to 1440'] }],
    [{ check_in_before_minutes: '5' }, { check_in_before_minutes: ['must be a whole number'] }],
    [{ check_in_before_minutes: null }, { check_in_before_minutes: ['is required'] }],
    [{ time_zone: 'UTC' }, { time_zone: ['is not a known field'] }],
  ])('%j is refused', async (body, expected) => {
    expect(await school.call('admin', 'PATCH', path, body)).toMatchObject({
      status: 400,
      body: expected,
    });
  });

  it('a teacher can neither read nor change them', async () => {
    const answers = [
      await school.call('teacher', 'GET', path),
      await school.call('teacher', 'PATCH', path, { check_in_before_minutes: 1 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });

  it('another process sees a change within ten seconds', async () => {
    const other = await createSettings(school.database, {});
    await school.call('admin', 'PATCH', path, { check_in_before_minutes: 33 });
    expect(other.current().check_in_before_minutes).not.toBe(33);
    await expect
      .poll(() => other.current().check_in_before_minutes, { timeout: 10_000, interval: 200 })
      .toBe(33);
    await other.stop();
  });

  it('values of another version that this one does not accept are ignored', async () => {
    const { id } = (await school.call('admin', 'GET', 'user/details/')).body;
    await school.database
      .insertInto('institute_setting')
      .values(
        [
          ['edit_days', -4],
          ['colour_of_walls', 'grey'],
        ].map(([name, value]) => ({
          name: String(name),
          value: JSON.stringify(value),
          changed_at: '2026-03-02T00:00:00Z',
          changed_by: id,
        })),
      )
      .execute();
    const settings = await createSettings(school.database, {});
    await settings.stop();
    expect(settings.current()).toMatchObject({ edit_days: 0, check_in_before_minutes: 33 });
    expect(settings.current()).not.toHaveProperty('colour_of_walls');
  });
});

describe('the environment', () => {
  it('takes precedence over the institute’s choice, and its settings cannot be changed', async () => {
    const school = await createTestSchool({ env: { CHECK_IN_BEFORE_MINUTES: '15' } });
    await school.call('admin', 'GET', 'user/details/');
    expect((await school.call('admin', 'GET', path)).body).toMatchObject({
      values: { check_in_before_minutes: 15 },
      fixed: { check_in_before_minutes: 'CHECK_IN_BEFORE_MINUTES' },
    });
    expect(
      await school.call('admin', 'PATCH', path, { check_in_before_minutes: 45 }),
    ).toMatchObject({
      status: 400,
      body: {
        check_in_before_minutes: ['is set by the environment (CHECK_IN_BEFORE_MINUTES)'],
      },
    });
    expect((await school.call('teacher', 'GET', 'config/')).body.check_in_before_minutes).toBe(15);
    await school.close();
  });

  it('fixes settings of every kind', () => {
    const { fixedSettings } = readConfig({
      LATE_AFTER_MINUTES: '5',
      EDIT_DAYS: '14',
      CLOSE_AFTER_MINUTES: '30',
      RATE_BY: 'minutes',
      LATE_COUNTS_AS: '0.25',
      EXCUSED_COUNTS: 'true',
      UNFINISHED_COUNTS: 'false',
      REMIND_ROLLS: '',
    });
    expect(fixedSettings).toEqual({
      late_after_minutes: 5,
      edit_days: 14,
      close_after_minutes: 30,
      rate_by: 'minutes',
      late_counts_as: 0.25,
      excused_counts: true,
      unfinished_counts: false,
    });
  });

  it.each([
    ['CHECK_IN_BEFORE_MINUTES', 'soon', 'must be a whole number'],
    ['LATE_AFTER_MINUTES', '241', 'must be from 0 to 240'],
    ['CLOSE_AFTER_MINUTES', '29', 'must be 0 or at least 30'],
    ['RATE_BY', 'hours', 'must be one of meetings, minutes'],
    ['LATE_COUNTS_AS', '0.3', 'must be one of 0, 0.25, 0.5, 0.75, 1'],
    ['EXCUSED_COUNTS', 'yes', 'must be true or false'],
  ])('%s=%s stops the start', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(SetupError);
    expect(() => readConfig({ [name]: value })).toThrow(`${name} ${message}`);
  });
});
