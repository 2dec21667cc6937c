import { expect, it } from 'vitest';
import { isGpu001, readUntis } from './untis.ts';

const timetable = (...lines: string[]) => readUntis(new Map([['001', lines.join('\r\n')]]));

it.each([
  ['1,"1A","VOL","D","102",1,1,,', true],
  ['1;"09a";"Wiss";"GE";"229";2;6;;', true],
  ['1\t"09a"\t"Wiss"\t"GE"\t"229"\t2\t6', true],
  ['\r\n\r\n1;"1A";"VOL";"D";"102";1;1;;', true],
  ['1,"1A;1B","VOL","D","102",1,1,,', true],
  ['L.-No.;Class;Teacher;Subject;Room;Day;Period\n1;"1A";"VOL";"D";"102";1;1;;', true],
  ['1;"1A";"VOL";"D";"102";0;0;;\n2;"1A";"VOL";"D";"102";1;1;;', true],
  ['id,name\n1,Ann', false],
  ['1,"1A","VOL","D","102",8,1,,', false],
  ['', false],
])('%j is a line of GPU001.TXT: %s', (text, isOne) => {
  expect(isGpu001(text)).toBe(isOne);
});

it('a lesson has a line for each of its periods and classes', () => {
  const { lessons, periods } = timetable(
    '7;"09a";"Form";"F6";"242";5;4;;',
    '7;"09a";"Form";"F6";"242";5;5;;',
    '7;"09b";"Form";"F6";"242";5;4;;',
    '7;"09b";"Form";"F6";"242";5;5;;',
  );
  expect(periods.map(({ key }) => key)).toEqual(['4', '5']);
  expect(lessons).toMatchObject([
    {
      uid: 'untis 7 F6',
      group: '09a, 09b',
      teachers: [{ name: 'Form', email: '' }],
      cards: [
        { day: 4, period: '4', rooms: [{ short: '242', name: '242' }], weeks: 'every' },
        { day: 4, period: '5' },
      ],
    },
  ]);
});

it('two teachers in one room are one lesson, two rooms of one teacher as well', () => {
  const { lessons } = timetable(
    '1;"09a";"Ada";"CH";"L1";1;1;;',
    '1;"09a";"Bea";"CH";"L1";1;1;;',
    '1;"09a";"Bea";"CH";"L2";1;1;;',
  );
  expect(lessons).toMatchObject([
    {
      teachers: [{ name: 'Ada' }, { name: 'Bea' }],
      cards: [{ rooms: [{ short: 'L1' }, { short: 'L2' }] }],
    },
  ]);
});

it('groups of one year that are held side by side are lessons of their own', () => {
  const { lessons } = timetable(
    '5;"09a";"Ada";"RE";"1";1;1;;',
    '5;"09b";"Ada";"RE";"1";1;1;;',
    '5;"09a";"Bea";"RE";"2";1;1;;',
    '5;"09b";"Cleo";"ETH";"3";1;1;;',
  );
  expect(lessons.map(({ uid, group, teachers }) => [uid, group, teachers[0]?.name])).toEqual([
    ['untis 5 RE', '09a, 09b', 'Ada'],
    ['untis 5 RE', '09a', 'Bea'],
    ['untis 5 ETH', '09b', 'Cleo'],
  ]);
});

it('the other files have names, weeks and dates', () => {
  const teacher = [
    'Wis',
    'Wissmann',
    ...Array<string>(26).fill(''),
    'Anna',
    '',
    '',
    '',
    'A.W@School.example',
  ];
  const lesson = [
    '1',
    '2',
    '',
    '',
    '09a',
    'Wis',
    'GE',
    '229',
    '',
    '',
    '',
    'A',
    '',
    '',
    '20260302',
    '20260529',
  ];
  const { lessons, problems } = readUntis(
    new Map([
      ['001', '1;"09a";"Wis";"GE";"229";2;6;;'],
      ['002', [lesson.join(';'), '2;1;;;"09a";"Wis";"KU";"";'].join('\n')],
      ['004', teacher.join(';')],
      ['005', '"229";"Room 229"'],
      ['006', '"GE";"History"'],
    ]),
  );
  expect(lessons).toMatchObject([
    {
      subject: { short: 'GE', name: 'History' },
      teachers: [{ name: 'Anna Wissmann', email: 'a.w@school.example' }],
      cards: [
        {
          rooms: [{ short: '229', name: 'Room 229' }],
          weeks: { named: 'A' },
          from: '2026-03-02',
          to: '2026-05-29',
        },
      ],
    },
  ]);
  expect(problems.map(({ reason }) => reason)).toEqual(['Lesson 2, KU: has no place in the week']);
});

it('texts with another separator and blank first lines are read', () => {
  const { lessons, problems } = timetable('', '', '1,"12A;12B","VOL","D","102",1,1,,');
  expect(lessons).toMatchObject([{ group: '12A;12B', cards: [{ day: 0, period: '1' }] }]);
  expect(problems).toEqual([]);
});

it('lines without a subject, a day or a period are named', () => {
  const { problems } = timetable(
    '1;"09a";"Wis";"GE";"229";2;6;;',
    '2;"09a";"Wis";"";"229";2;7;;',
    '3;"09a";"Wis";"GE";"229";0;0;;',
  );
  expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'has no lesson, day or period'],
    [2, 'lesson 2 has no subject'],
  ]);
});
