import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCheckIn, type CheckIn } from '#server/test/check-in.ts';

let checkIn: CheckIn;
beforeAll(async () => {
  checkIn = await createCheckIn();
});
afterAll(() => checkIn.school.close());
beforeEach(() => checkIn.renew());

describe('the amount of a line', () => {
  it('is the rate of its pay code for its minutes, and both stay when the pay code changes', async () => {
    expect(await checkIn.read()).toMatchObject({
      payroll: { id: checkIn.codes.LEC, paycode: 'LEC' },
      rate: '198.50',
      duration_of_schedule: 45,
      amount_need_to_be_paid: '148.88',
    });
    await checkIn.school.call('account', 'PATCH', `attendance/payrolls/${checkIn.codes.LEC}/`, {
      amount: '300',
    });
    expect(await checkIn.read()).toMatchObject({
      rate: '198.50',
      amount_need_to_be_paid: '148.88',
    });
    expect((await checkIn.patch({ payroll_id: checkIn.codes.LEC })).body).toMatchObject({
      rate: '198.50',
      amount_need_to_be_paid: '148.88',
    });
    await checkIn.school.call('account', 'PATCH', `attendance/payrolls/${checkIn.codes.LEC}/`, {
      amount: '198.50',
    });
  });

  it.each([
    [
      'another pay code',
      () => ({ payroll_id: checkIn.codes.TUT }),
      { rate: '100.01', amount_need_to_be_paid: '75.01' },
    ],
    [
      'no pay code',
      () => ({ payroll_id: null }),
      { payroll: null, rate: '0.00', amount_need_to_be_paid: '0.00' },
    ],
    [
      'an amount',
      () => ({ amount_need_to_be_paid: '150' }),
      { rate: '198.50', amount_need_to_be_paid: '150.00' },
    ],
    [
      'an amount as a number',
      () => ({ amount_need_to_be_paid: 150.5 }),
      { amount_need_to_be_paid: '150.50' },
    ],
    [
      'both: the amount wins',
      () => ({ payroll_id: checkIn.codes.TUT, amount_need_to_be_paid: '80' }),
      { rate: '100.01', amount_need_to_be_paid: '80.00' },
    ],
    [
      'another teacher',
      () => ({ teacher_id: checkIn.theo }),
      { teacher: { first_name: 'Theo' }, amount_need_to_be_paid: '148.88' },
    ],
    [
      'a status alone',
      () => ({ status: 'completed' }),
      { status: 'completed', amount_need_to_be_paid: '148.88' },
    ],
    ['nothing', () => ({}), { status: 'pending', amount_need_to_be_paid: '148.88' }],
  ])('after %s', async (_name, body, row) => {
    expect(await checkIn.patch(body())).toMatchObject({ status: 200, body: row });
    expect(await checkIn.read()).toMatchObject(row);
  });

  it('that was entered by hand stays when the teacher or the status changes', async () => {
    await checkIn.patch({ amount_need_to_be_paid: '150' });
    expect(
      (await checkIn.patch({ teacher_id: checkIn.theo, status: 'completed' })).body,
    ).toMatchObject({
      amount_need_to_be_paid: '150.00',
    });
  });

  it.each([
    [{ payroll_id: 424_242 }, { payroll_id: ['does not exist'] }],
    [{ teacher_id: 424_242 }, { teacher_id: ['does not exist'] }],
    [{ teacher_id: null }, { teacher_id: ['is required'] }],
    [
      { amount_need_to_be_paid: '-1' },
      { amount_need_to_be_paid: ['must be an amount such as 198.50'] },
    ],
    [
      { amount_need_to_be_paid: '1.005' },
      { amount_need_to_be_paid: ['must be an amount such as 198.50'] },
    ],
    [{ status: 'paid' }, { status: ['must be pending or completed'] }],
    [{ minutes: 5 }, { minutes: ['is not a known field'] }],
  ])('%j is refused and changes nothing', async (body, errors) => {
    const before = await checkIn.read();
    expect(await checkIn.patch(body)).toMatchObject({ status: 400, body: errors });
    expect(await checkIn.read()).toEqual(before);
  });
});
