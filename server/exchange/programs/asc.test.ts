import { expect, it } from 'vitest';
import { readAsc } from './asc.ts';
import { isAsc } from './asc-rows.ts';
import { ascOf, type AscParts } from '#server/test/program-files.ts';

const cardsOf = (parts: AscParts) =>
  readAsc(ascOf(parts)).lessons.map(({ cards }) =>
    cards.map(({ day, period, weeks }) => [day, period, weeks]),
  );

it('a card is a place of a lesson: its day, its period, its rooms', () => {
  const { lessons, periods, firstDay } = readAsc(ascOf());
  expect(periods.slice(0, 2)).toEqual([
    { key: '1', name: '1', start: '08:00', end: '08:45' },
    { key: '2', name: '2', start: '08:50', end: '09:35' },
  ]);
  expect(firstDay).toBe(1);
  expect(lessons).toEqual([
    {
      uid: 'L1',
      line: expect.any(Number),
      subject: { short: 'MAT1', name: 'Algebra' },
      group: '12A',
      teachers: [{ name: 'Tess Teacher', email: 'tess@school.example' }],
      cards: [
        {
          line: expect.any(Number),
          day: 0,
          period: '1',
          rooms: [{ short: 'R1', name: 'Room 1' }],
          weeks: 'every',
          terms: '',
          from: null,
          to: null,
        },
      ],
    },
  ]);
});

it.each([
  ['10', { bits: '10' }],
  ['01', { bits: '01' }],
  ['11', 'every'],
  ['10,01', 'every'],
  ['', 'every'],
])('a card in the weeks %s', (weeks, read) => {
  expect(cardsOf({ cards: [{ weeks }] })).toEqual([[[0, '1', read]]]);
});

it('ten days are two weeks', () => {
  const { weeks } = readAsc(ascOf({ cards: [{ days: '0000001000' }], weeksdefs: false }));
  expect(weeks).toEqual(['Week 1', 'Week 2']);
  expect(cardsOf({ cards: [{ days: '0000001000' }], weeksdefs: false })).toEqual([
    [[1, '1', { bits: '01' }]],
  ]);
});

it('a card of a double lesson is one of its periods, or all of them where there is one card', () => {
  const lesson = { periodspercard: '2', periodsperweek: '2.0' };
  expect(cardsOf({ lesson, cards: [{ period: '1' }, { period: '2' }] })[0]).toHaveLength(2);
  expect(cardsOf({ lesson, cards: [{ period: '1' }] })).toEqual([
    [
      [0, '1', 'every'],
      [0, '2', 'every'],
    ],
  ]);
});

it.each([
  [{ classids: 'C1,C2', groupids: 'G1,G2' }, '12A, 12B'],
  [{ classids: 'C1', groupids: 'G3' }, '12A Group 1'],
  [{ classids: '', groupids: '' }, ''],
])('the classes and divisions of a lesson are its group: %j', (lesson, group) => {
  expect(readAsc(ascOf({ lesson })).lessons[0]?.group).toBe(group);
});

it.each([
  ['Montag', 1],
  ['Segunda', 1],
  ['Понеділок', 1],
  ['Sunday', 7],
  ['الأحد', 7],
  ['Day 1', null],
])('the first day is called %s', (name, firstDay) => {
  expect(readAsc(ascOf({ firstDay: name, others: false })).firstDay).toBe(firstDay);
});

it('what has no counterpart is named: lessons without a place, unknown periods, lost cards', () => {
  const { problems, lessons } = readAsc(
    ascOf({
      cards: [{ period: '9' }, { lessonid: 'L9' }],
      more: '<lesson id="L2" subjectid="S1" classids="C1"/>',
    }),
  );
  expect(lessons.map(({ cards }) => cards)).toEqual([[]]);
  expect(problems.map(({ level, reason }) => `${level}: ${reason}`)).toEqual([
    'skipped: names the period 9, which the file does not have',
    'skipped: Algebra: has no place in the week',
    'skipped: names no lesson',
    'note: Divisions become names of groups; who is in them is not read: enrol the students',
  ]);
});

it.each([
  ['<timetable><lessons>', /not well-formed/],
  ['<timetable><lesson id="1" id="2"/></timetable>', /lessons|well-formed/],
  ['<timetable><periods><period period=1/></periods></timetable>', /not well-formed/],
])('%s is no timetable that can be read', (text, reason) => {
  expect(() => {
    const { lessons } = readAsc(text);
    if (lessons.length === 0) throw new Error('no lessons');
  }).toThrow(reason);
});

it('entities of a document type are not read', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${ascOf()}`;
  expect(() => readAsc(bomb.replace('name="Algebra"', 'name="&b;"'))).toThrow(/not well-formed/);
});

it.each([
  ['a document type', '<!DOCTYPE timetable [<!ENTITY a "b">]>'],
  ['a style sheet', '<?xml-stylesheet type="text/xsl" href="a.xsl"?>'],
  ['a comment', '<!-- of <timetable> -->'],
])('before the root may stand %s', (_what, before) => {
  const text = `\uFEFF<?xml version="1.0"?>\n${before}\n${ascOf()}`;
  expect(isAsc(text)).toBe(true);
  expect(readAsc(text).lessons).toHaveLength(1);
});

it.each([['<schedule><timetable/></schedule>'], ['<!-- <timetable> -->'], ['Before <timetable>']])(
  '%s is no timetable',
  (text) => {
    expect(isAsc(text)).toBe(false);
  },
);

it.each(['00000', '10000,01000', 'abc', ''])('a card on the days %j is on none', (days) => {
  const { lessons, problems } = readAsc(ascOf({ cards: [{ days }, { period: '2' }] }));
  expect(lessons[0]?.cards).toMatchObject([{ day: 0, period: '2' }]);
  expect(problems[0]).toMatchObject({
    level: 'skipped',
    column: 'days',
    reason: `is on no day of the week: ${days || '-'}`,
  });
});

it.each([
  [{ teacherids: 'P1,P99' }, 'teacherids', 'P99'],
  [{ classids: 'C1,C99' }, 'classids', 'C99'],
  [{ groupids: 'G1,G99' }, 'groupids', 'G99'],
])('an id that the file does not have is named: %j', (lesson, column, id) => {
  const { lessons, problems } = readAsc(ascOf({ lesson }));
  expect(lessons).toMatchObject([{ group: '12A', teachers: [{ name: 'Tess Teacher' }] }]);
  expect(problems[0]).toMatchObject({
    level: 'note',
    column,
    reason: `names ${id}, which the file does not have`,
  });
});

it('the second lesson with one id is left out', () => {
  const more = '<lesson id="L1" subjectid="S2" classids="C1"/>';
  const { lessons, problems } = readAsc(ascOf({ more }));
  expect(lessons.map(({ subject }) => subject.name)).toEqual(['Algebra']);
  expect(problems[0]?.reason).toBe('has the id L1 of another lesson');
});

it('several teachers with one name and no address are named', () => {
  const text = ascOf().replace(
    '<teacher id="P3"',
    '<teacher id="P4" firstname="Theo" lastname="TUTOR" email=""/><teacher id="P3"',
  );
  expect(readAsc(text).problems[0]?.reason).toBe(
    'several teachers are called Theo Tutor, and become one: give them other names',
  );
  const apart = text.replace('TUTOR" email=""', 'TUTOR" email="theo2@school.example"');
  expect(readAsc(apart).problems[0]?.level).toBe('note');
  expect(readAsc(apart).problems[0]?.reason).not.toContain('several');
});

it('periods are in the order of their numbers; a lesson that is longer than the day is named', () => {
  const lesson = { periodspercard: '3', periodsperweek: '3.0' };
  const swapped = ascOf({ lesson, cards: [{ period: '2' }] }).replace(
    /(<period name="1".*\n)(\s*)(<period name="2".*\n)/,
    '$3$2$1',
  );
  const { lessons, problems } = readAsc(swapped);
  expect(lessons[0]?.cards.map(({ period }) => period)).toEqual(['2', '3']);
  expect(problems[0]?.reason).toBe('is a lesson of 3 periods, of which the day has 2');
});

it.each(['24:00', '0:00', '00:00'])('a period until %s ends with the day', (end) => {
  const { periods } = readAsc(
    ascOf().replace('starttime="11:00" endtime="11:45"', `starttime="23:00" endtime="${end}"`),
  );
  expect(periods[2]).toMatchObject({ start: '23:00', end: '23:59' });
});

it('of two periods with one number the first counts, and the other is named', () => {
  const twice = ascOf().replace(
    '</periods>',
    '<period name="1" short="1" period="1" starttime="18:00" endtime="19:00"/></periods>',
  );
  const { periods, problems } = readAsc(twice);
  expect(periods[0]).toMatchObject({ key: '1', start: '08:00' });
  expect(problems[0]).toMatchObject({
    line: 6,
    reason: 'is another period 1: the first one counts',
  });
});

it('a file without periods has those of its cards, whose times are a question', () => {
  const file = ascOf({ cards: [{ period: '10' }, { period: '2' }] });
  const { periods, lessons } = readAsc(file.replace(/<periods>.*<\/periods>/s, ''));
  expect(periods.map(({ key, start }) => [key, start])).toEqual([
    ['2', null],
    ['10', null],
  ]);
  expect(lessons[0]?.cards.map(({ period }) => period)).toEqual(['10', '2']);
});
