import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { importOutcomes, isListed, type ImportChange } from '#contract/exchange/import-change.ts';
import { calendarOf, calendarTests, eventOf, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();
type Report = Awaited<ReturnType<typeof importText>>;

const textOf = ({ record, outcome, class: name, date, fields }: ImportChange) =>
  [record, outcome, name, date, ...fields.map(({ field, from, to }) => `${field}: ${from} → ${to}`)]
    .filter(Boolean)
    .join(' | ');
const listedOf = ({ listed = [] }: Report) => listed.map(textOf);

/** Each number of the report opens as many changes (R-IMPORT-11). */
function expectCounted({ counts, listed = [] }: Report) {
  for (const count of counts.filter(({ table }) => isListed(table)))
    for (const outcome of importOutcomes)
      expect(
        listed.filter((change) => change.record === count.table && change.outcome === outcome),
        `${count.table} ${outcome}`,
      ).toHaveLength(count[outcome]);
}

const replaced = (...pairs: [string, string][]) =>
  weekly().map((line) => pairs.reduce((text, [from, to]) => text.replace(from, to), line));
const byTheo: [string, string] = ['Tess Teacher:mailto:tess', 'Theo Tutor:mailto:theo'];

it('lists a class that is added, with its dates, before it is written (R-IMPORT-11)', async () => {
  const report = await importText(calendarOf(...weekly()), { dryRun: true });
  expect(listedOf(report).slice(0, 2)).toEqual([
    'class_schedule | created | MAT1 Algebra, Mondays 08:00, room R1 | 2026-02-09 | class:  → Mondays 08:00–09:00, room R1, Tess Teacher, 17 dates, 9 Feb – 8 Jun 2026',
    'class_meeting | created | MAT1 Algebra, Mondays 08:00, room R1 | 2026-02-09 | date:  → held, 08:00–09:00, room R1',
  ]);
  expectCounted(report);
});

it('lists teacher, room and time of a class that changes, and nothing of another', async () => {
  const other = [...weekly()].map((line) => line.replace('weekly@', 'other@'));
  const evening = other.map((line) => line.replace('T08', 'T18').replace('T09', 'T19'));
  await importText(calendarOf(...weekly(), ...evening));
  const changed = replaced(byTheo, ['LOCATION:R1', 'LOCATION:Lab 9'], ['T09', 'T10']);
  const report = await importText(calendarOf(...changed, ...evening), {
    answers: { 'room:lab 9': 'new' },
    dryRun: true,
  });
  expect(listedOf(report)).toEqual([
    'class_schedule | updated | MAT1 Algebra, Mondays 08:00, room R1 | 2026-02-09 | time: 08:00–09:00 → 08:00–10:00 | room: R1 → Lab 9 | teacher: Tess Teacher → Theo Tutor',
    'classroom | created | room:  → Lab 9',
  ]);
  expectCounted(report);
});

it('lists the dates that are cancelled, moved, changed, covered and added', async () => {
  await importText(calendarOf(...weekly()));
  const exception = (day: string, ...lines: string[]) =>
    eventOf(
      'UID:weekly@other',
      'SUMMARY:MAT1 Algebra',
      `RECURRENCE-ID;TZID=Australia/Sydney:${day}T080000`,
      ...lines,
    );
  const at = (day: string, from: string, to: string) => [
    `DTSTART;TZID=Australia/Sydney:${day}T${from}00`,
    `DTEND;TZID=Australia/Sydney:${day}T${to}00`,
  ];
  const report = await importText(
    calendarOf(
      ...weekly('EXDATE;TZID=Australia/Sydney:20260216T080000'),
      ...exception('20260223', ...at('20260225', '1000', '1100')),
      ...exception('20260302', ...at('20260302', '0800', '0845')),
      ...exception(
        '20260309',
        ...at('20260309', '0800', '0900'),
        'ATTENDEE;CN=Theo Tutor:mailto:theo@school.example',
      ),
      ...eventOf('UID:once', 'SUMMARY:MAT1 Algebra', ...at('20260501', '1000', '1100')),
    ),
  );
  const name = 'MAT1 Algebra, Mondays 08:00, room R1';
  expect(listedOf(report)).toEqual([
    `class_meeting | updated | ${name} | 2026-02-23 | date: held → moved to 2026-02-25`,
    `class_meeting | updated | ${name} | 2026-03-02 | time: 08:00–09:00 → 08:00–08:45`,
    `class_meeting | updated | ${name} | 2026-03-09 | cover:  → Theo Tutor`,
    `class_meeting | archived | ${name} | 2026-02-16 | date: held → cancelled`,
    `class_meeting | created | ${name} | 2026-02-25 | date:  → held, 10:00–11:00, room R1`,
    `class_meeting | created | ${name} | 2026-05-01 | date:  → held, 10:00–11:00, room R1`,
  ]);
  expectCounted(report);
  const back = await importText(calendarOf(...weekly()), { dryRun: true });
  expect(listedOf(back)).toContain(
    `class_meeting | archived | ${name} | 2026-05-01 | date: held → no longer added`,
  );
  expectCounted(back);
});

it('counts what it lists of a class of another system that gets its times', async () => {
  await sql`
    with waiting as (
      insert into waiting_class (title, class_code, subject_id, semester_id, class_type)
      select 'Algebra A', 'ALG-A', min(s.id), min(m.id), 'Lecture'
      from subject s, semester m where s.subject_code = 'MAT1' returning id
    )
    insert into external_id (source, kind, sourced_id, waiting_class_id)
    select 'sis', 'class', 'c-0815', id from waiting`.execute(school().database);
  const timed = replaced(['SUMMARY:MAT1 Algebra', 'SUMMARY:ALG-A Algebra']);
  const report = await importText(calendarOf(...timed));
  expectCounted(report);
  expect(listedOf(report)[0]).toContain('class_schedule | created | MAT1 Algebra');
  const later = await importText(
    calendarOf(...timed.map((line) => line.replace('T090000', 'T093000'))),
  );
  expectCounted(later);
});
