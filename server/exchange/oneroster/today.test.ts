import { expect, it } from 'vitest';
import { expectWritten, rosterTests, smallAnswers, smallRoster } from '#server/test/roster.ts';

const { rosters } = rosterTests();

const rosterAt = (start: string, end: string, room: string) => ({
  ...smallRoster,
  times: [{ classSourcedId: 'K-ALG', weekday: 'Monday', start, end, room }],
});
/** Of today, a Monday, and a week later. */
const meetings = () =>
  rosters.rows(`
    select m.date, to_char(m.start_time, 'HH24:MI') as start, r.room_number as room
    from class_meeting m join classroom r on r.id = m.classroom_id
    where m.date between '2026-03-02' and '2026-03-09' order by m.date, m.start_time`);

it.each([
  ['has not begun: today', '2026-03-02T08:59:00', { start: '19:00', room: 'A2' }],
  ['has begun: tomorrow', '2026-03-02T09:00:00', { start: '09:00', room: 'A1' }],
  ['is over: tomorrow', '2026-03-02T10:30:00', { start: '09:00', room: 'A1' }],
])('changes a class whose class of today %s (R-ROSTER-7)', async (_what, localNow, today) => {
  const answers = { ...smallAnswers, new_rooms: 'yes' };
  expectWritten(await rosters.import(rosterAt('09:00', '10:00', 'A1'), answers));
  const changed = rosterAt('19:00', '20:00', 'A2');
  expectWritten(await rosters.import(changed, { new_rooms: 'yes' }, { localNow }));
  expect(await meetings()).toEqual([
    { date: '2026-03-02', ...today },
    { date: '2026-03-09', start: '19:00', room: 'A2' },
  ]);
});
