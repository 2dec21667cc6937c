import { describe, expect, it } from 'vitest';
import type { Grid, NewClass } from './grid-state.ts';
import {
  answered,
  hasNextPeriod,
  isComplete,
  newClass,
  withClass,
  withNextPeriod,
  withPart,
  withQuestion,
  withoutPeriod,
  withoutUntyped,
} from './grid-state.ts';
import { found, parts, roomChoice, subjectChoice, teacherChoice } from './names.ts';
import { cellsOf, pastedText, textOfCell, withPasted } from './pasted.ts';
import { firstPeriods, rowOf } from './periods.ts';

const teacher = (id: number, first_name: string, last_name: string) =>
  teacherChoice({ id, first_name, last_name, email: `${id}@school.example` });
const choices = {
  subject: [
    subjectChoice({ id: 1, subject_code: 'MAT1', subject_name: 'Algebra' }),
    subjectChoice({ id: 2, subject_code: 'ENG1', subject_name: 'Reading/Writing' }),
    subjectChoice({ id: 3, subject_code: 'MUS', subject_name: 'Music' }),
  ],
  classroom: [
    roomChoice({ id: 1, room_number: 'R1', capacity: 30 }),
    roomChoice({ id: 2, room_number: '105', capacity: 0 }),
    roomChoice({ id: 3, room_number: 'Music', capacity: 0 }),
  ],
  teacher: [
    teacher(1, 'Tess', 'Hall'),
    teacher(2, 'Zoë', 'O’Brien'),
    teacher(3, 'Kim', 'Hall'),
    teacher(4, 'Ada', 'Marsh'),
    teacher(5, 'Ada', 'Marsh'),
  ],
};
const empty: Grid = {
  periods: [
    { key: 1, start: '09:00', end: '10:00' },
    { key: 2, start: '10:00', end: '10:45' },
  ],
  classes: [],
};
const days = ['Monday', 'Tuesday', 'Wednesday'] as const;
const pasted = (text: string, { grid = empty, fixed = {}, from = 'Monday' as const } = {}) =>
  withPasted(grid, text, { period: 1, day: from }, { choices, fixed, days });
/** Classes as `1 Monday: MAT1 R1 Tess Hall`; a text that is a question has a question mark. */
const inWords = (classes: NewClass[]) =>
  classes.map((one) =>
    [
      `${one.period} ${one.day}:`,
      ...parts.flatMap((part) => one[part]?.short ?? []),
      ...one.questions.map(({ text }) => `${text}?`),
    ].join(' '),
  );

describe('pasted cells (R-MANY-4)', () => {
  it('fill the grid from a cell on, whatever the order of their parts', () => {
    const { grid, cells } = pasted(
      'MAT1/R1/Tess Hall\t\tZoe OBrien | algebra | room 105\r\n\tENG1\r\n',
    );
    expect(inWords(grid.classes)).toEqual([
      '1 Monday: MAT1 R1 Tess Hall',
      '1 Wednesday: MAT1 105 Zoë O’Brien',
      '2 Tuesday: ENG1',
    ]);
    expect(cells).toBe(3);
  });

  it('have line breaks where they are quoted', () => {
    expect(cellsOf('"MAT1\nR1"\tA ""b""\n"say ""hi"""')).toEqual([
      ['MAT1\nR1', 'A ""b""'],
      ['say "hi"'],
    ]);
    const { grid } = pasted('"MAT1\nR1\nHall, Tess"');
    expect(inWords(grid.classes)).toEqual(['1 Monday: MAT1 R1 Tess Hall']);
  });

  it('are split at /, | and ; but not within a name that has them', () => {
    const { grid } = pasted('"Reading/Writing\nR1; hall tess"');
    expect(inWords(grid.classes)).toEqual(['1 Monday: ENG1 R1 Tess Hall']);
  });

  it('have several classes where a part comes twice', () => {
    const { grid } = pasted('"MAT1/R1/Tess Hall\nENG1/105/Kim Hall"');
    expect(inWords(grid.classes)).toEqual([
      '1 Monday: MAT1 R1 Tess Hall',
      '1 Monday: ENG1 105 Kim Hall',
    ]);
  });

  it('ask who is meant by a text that names none or several', () => {
    const { grid } = pasted('MAT1/R1/Hall\tMAT1/R9/Ada Marsh\tMusic');
    expect(inWords(grid.classes)).toEqual([
      '1 Monday: MAT1 R1 Hall?',
      '1 Tuesday: MAT1 R9? Ada Marsh?',
      '1 Wednesday: Music?',
    ]);
    const open = grid.classes.flatMap(({ questions }) => questions);
    const offered = open.map((one) => one.choices.map(({ part, id }) => `${part} ${id}`));
    expect(offered).toEqual([
      ['teacher 1', 'teacher 3'],
      [],
      ['teacher 4', 'teacher 5'],
      ['subject 3', 'classroom 3'],
    ]);
    expect(grid.classes.some(isComplete)).toBe(false);
  });

  it('take the place of what was typed in their cells alone, and add rows of the same length', () => {
    const before = pasted('MAT1\tENG1').grid;
    const { grid } = pasted('R1\n\nR1\n105\n\n', { grid: before });
    expect(inWords(grid.classes).map((text) => text.replace(/^\d+ /, ''))).toEqual([
      'Tuesday: ENG1',
      'Monday: R1',
      'Monday: R1',
      'Monday: 105',
    ]);
    expect(grid.periods.slice(2).map(({ start, end }) => `${start} ${end}`)).toEqual([
      '10:45 11:30',
      '11:30 12:15',
    ]);
  });

  it('say how many columns the grid does not have', () => {
    expect(pasted('MAT1\tMAT1\tMAT1\tMAT1\tMAT1')).toMatchObject({
      cells: 3,
      columnsBeyond: 2,
      rowsBeyond: 0,
    });
  });

  it('leave out rows after the end of the day, and say how many', () => {
    const late: Grid = { periods: [{ key: 1, start: '21:00', end: '22:30' }], classes: [] };
    const done = pasted('MAT1\nENG1\n\nMUS\tR1', { grid: late });
    expect(inWords(done.grid.classes)).toEqual(['1 Monday: MAT1']);
    expect(done.grid.periods).toEqual(late.periods);
    expect(pastedText(done)).toBe('1 cell filled; 3 rows after the end of the day left out');
    expect(pastedText({ ...done, cells: 2, columnsBeyond: 1, rowsBeyond: 1 })).toBe(
      '2 cells filled; 1 column after the last day and 1 row after the end of the day left out',
    );
    expect(hasNextPeriod(late)).toBe(false);
    expect(withNextPeriod(late)).toBe(late);
  });

  it('have the teacher whose week it is, unless they name one', () => {
    const fixed = { teacher: choices.teacher[2]! };
    const { grid } = pasted('MAT1/R1\tMAT1/R1/Tess Hall', { fixed });
    expect(inWords(grid.classes)).toEqual([
      '1 Monday: MAT1 R1 Kim Hall',
      '1 Tuesday: MAT1 R1 Tess Hall',
    ]);
  });

  it('are what a cell is copied as', () => {
    const { grid } = pasted('"MAT1/R1/Tess Hall\nENG1/105/Hall"');
    const again = pasted(textOfCell(grid.classes));
    expect(inWords(again.grid.classes)).toEqual(inWords(grid.classes));
  });
});

describe('the grid', () => {
  it('answers every question of the same text at once', () => {
    const { grid } = pasted('MAT1/Hall\tENG1/Hall\tR9');
    const chosen = answered(grid, 'Hall', choices.teacher[0]!);
    expect(inWords(chosen.classes)).toEqual([
      '1 Monday: MAT1 Tess Hall',
      '1 Tuesday: ENG1 Tess Hall',
      '1 Wednesday: R9?',
    ]);
    // A class of which nothing is left goes.
    expect(inWords(answered(chosen, 'R9', null).classes)).toHaveLength(2);
  });

  it('gives an answer to the next class of the cell, or a new one, where its part is there already', () => {
    const two = pasted('"MAT1\nR1\nTess Hall\nEnglsh\n105\nKim Hall"').grid;
    expect(inWords(answered(two, 'Englsh', choices.subject[1]!).classes)).toEqual([
      '1 Monday: MAT1 R1 Tess Hall',
      '1 Monday: ENG1 105 Kim Hall',
    ]);
    const one = pasted('MAT1/R1/Hal/Hadad').grid;
    const first = answered(one, 'Hal', choices.teacher[0]!);
    expect(inWords(answered(first, 'Hadad', choices.teacher[2]!).classes)).toEqual([
      '1 Monday: MAT1 R1 Tess Hall',
      '1 Monday: Kim Hall',
    ]);
  });

  it('takes a part that is chosen by hand as the answer of what may be it', () => {
    const { grid } = pasted('MAT1/Hall/R9');
    const [{ key }] = grid.classes as [NewClass];
    const taught = withPart(grid, key, 'teacher', choices.teacher[0]!);
    expect(inWords(taught.classes)).toEqual(['1 Monday: MAT1 Tess Hall R9?']);
    const placed = withPart(taught, key, 'classroom', choices.classroom[0]!);
    expect(placed.classes.every(isComplete)).toBe(true);
  });

  it('keeps what was typed in another field', () => {
    const added = newClass({ period: 1, day: 'Monday' });
    const typed = { text: 'Phy', part: 'subject', choices: [] } as const;
    const open = withQuestion(withClass(empty, added), added.key, { ...typed, choices: [] });
    const { classes } = withPart(open, added.key, 'classroom', choices.classroom[0]!);
    expect(inWords(classes)).toEqual(['1 Monday: R1 Phy?']);
    expect(inWords(withPart(open, added.key, 'subject', choices.subject[0]!).classes)).toEqual([
      '1 Monday: MAT1',
    ]);
  });

  it('leaves out a class that has only the teacher whose week it is', () => {
    const fixed = { teacher: choices.teacher[0]! };
    const added = newClass({ period: 1, day: 'Monday' }, fixed);
    expect(withoutUntyped(withClass(empty, added), added.key, fixed).classes).toEqual([]);
    expect(withoutUntyped(withClass(empty, added), added.key, {}).classes).toHaveLength(1);
  });

  it('loses the classes of a row with the row', () => {
    expect(withoutPeriod(pasted('MAT1\nENG1').grid, 2).classes).toHaveLength(1);
  });

  it('begins with the most frequent times that do not overlap, else with hours', () => {
    const time = (start_time: string, end_time: string, classes: number) => ({
      start_time,
      end_time,
      classes,
    });
    const rows = firstPeriods({
      times: [time('10:00', '11:00', 9), time('09:30', '10:30', 8), time('09:00', '10:00', 7)],
    });
    expect(rows.map(({ start }) => start)).toEqual(['09:00', '10:00']);
    expect(firstPeriods({ times: [] }).map(({ start }) => start)).toHaveLength(8);
    expect(rowOf(empty.periods, '10:30')?.key).toBe(2);
    expect(rowOf(empty.periods, '08:00')?.key).toBe(1);
    expect(rowOf(empty.periods, '18:00')?.key).toBe(2);
  });

  it('offers first what is called as one types', () => {
    expect(found(choices.teacher, 'marsh').map(({ id }) => id)).toEqual([4, 5]);
    expect(found(choices.subject, 'mu')[0]?.short).toBe('MUS');
    expect(found(choices.classroom, '105').map(({ short }) => short)).toEqual(['105']);
  });
});
