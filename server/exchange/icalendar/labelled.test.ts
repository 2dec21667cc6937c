import { expect, it } from 'vitest';
import { bareRoom, isTitleOfCancelled, labelledSubstitute, labelledTeacher } from './labelled.ts';

it.each([
  ['Dozent: Jörg Müller', 'Jörg Müller'],
  ['Week 3\nTeacher: Plato\nBring a pen', 'Plato'],
  ['教師: 李小龍', '李小龍'],
  ['Giảng viên: Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
  ['Docente : D’Angelo', 'D’Angelo'],
  ['Group A; Lecturer: O’Brien, Z.; Room 4', 'O’Brien, Z.'],
  ['Teacher(s): Plato', 'Plato'],
  ['Dozent/in: <plato@school.example>', 'plato@school.example'],
  ['Ask your teacher about the exam', null],
  ['', null],
])('%j names the teacher %s', (text, name) => expect(labelledTeacher(text)).toBe(name));

it.each([
  ['Covered by: Keiko Mori', { name: 'Keiko Mori', isSure: true }],
  ['Lehrer: Omar Haddad, Vertretung: Keiko Mori', { name: 'Keiko Mori', isSure: true }],
  ['Cover: Keiko Mori', { name: 'Keiko Mori', isSure: false }],
  ['Cover the basics: chapter 3', null],
])('%j names the substitute %j', (text, name) => expect(labelledSubstitute(text)).toEqual(name));

it.each([
  ['Raum B2.10', 'B2.10'],
  ['Room: Lab 3', 'Lab 3'],
  ['B2.10 (50)', 'B2.10'],
  ['Salle A1.01 [30 places]', 'A1.01'],
  ['Aula', 'Aula'],
  ['Salamanca 3', 'Salamanca 3'],
  ['B2.10', 'B2.10'],
])('the room of %j is %s', (location, room) => expect(bareRoom(location)).toBe(room));

it.each([
  ['Canceled: NUR101', true],
  ['ABGESAGT: Anatomie', true],
  ['Cancelled event: X', true],
  ['[CANCELLED] Aged Care Practice', true],
  ['Cancelled - NUR101', true],
  ['NO CLASS - NUR101', true],
  ['NUR101 - POSTPONED', true],
  ['NUR101 (cancelled)', true],
  ['NUR101 (online)', false],
  ['Cancer nursing: basics', false],
  ['NUR101', false],
])('%j is cancelled: %s', (title, is) => expect(isTitleOfCancelled(title)).toBe(is));
