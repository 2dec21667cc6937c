import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdvising, type Advising } from '#server/test/advising.ts';

let school: Advising['school'];
let follow: Advising['follow'];
let call: Advising['call'];
let begun: Advising['begun'];
let list: Advising['list'];
let mark: Advising['mark'];
let lines: Advising['lines'];
let addRule: Advising['addRule'];
beforeEach(async () => {
  ({ school, follow, call, begun, list, mark, lines, addRule } = await createAdvising());
});
afterEach(() => school.close());

describe('an accepted entry with an open follow-up (R-FOLLOW-4)', () => {
  it('has recovered when its rule has not held for three days, until the follow-up is closed', async () => {
    await mark('S1', 'PAAA-');
    await mark('S2', 'AAAA-');
    const rule = await addRule(80);
    await follow();
    const { id } = await begun('S1');
    const states = async () =>
      (await lines('ordering=student_id')).map(
        ({ student, state }) => `${student.student_id} ${state}`,
      );
    const hold = async (below: number, now: string) => {
      await call('admin', 'PATCH', `redlistrules/${rule}/`, { below, least_meetings: 3 });
      school.at(now);
      await follow();
    };
    await hold(20, '2026-03-31T20:00:00+11:00');
    expect(await states()).toEqual(['S1 accepted', 'S2 open']);
    await hold(20, '2026-04-03T20:00:00+11:00');
    expect(await states()).toEqual(['S1 recovered', 'S2 open']);
    expect((await lines('state=recovered'))[0]).toMatchObject({
      why: [],
      follow_up: { id },
    });
    const inList = async () =>
      (await call('admin', 'GET', 'students/?search=S1')).body.results[0].in_red_list;
    expect(await inList()).toBe(false);
    const [line] = await lines('state=recovered');
    const decide = { ids: [line!.id], decision: 'open' };
    const decided = await call('admin', 'POST', 'redlistedstudents/computed/decide/', decide);
    expect(decided.body).toEqual({ changed: 0 });
    // Worse again, it is accepted as before.
    await hold(80, '2026-04-03T21:00:00+11:00');
    expect(await states()).toEqual(['S1 accepted', 'S2 open']);
    expect(await inList()).toBe(true);
    await hold(20, '2026-04-04T20:00:00+11:00');
    await hold(20, '2026-04-07T20:00:00+10:00');
    expect(await states()).toEqual(['S1 recovered', 'S2 open']);
    const version = 1;
    await call('admin', 'POST', `follow-ups/${id}/close/`, { outcome: 'helped', version });
    await follow();
    expect(await states()).toEqual(['S2 open']);
  });

  it('is cleared with its semester', async () => {
    await mark('S1', 'PAAA-');
    await addRule(80);
    await follow();
    await begun('S1');
    school.at('2026-07-02T20:00:00+10:00');
    await follow();
    expect(await lines()).toEqual([]);
    expect(await list('of=all')).toHaveLength(1);
  });
});
