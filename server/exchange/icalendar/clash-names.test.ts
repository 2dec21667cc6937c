import { expect, it } from 'vitest';
import { calendarOf, calendarTests, weekly } from '#server/test/calendar-import.ts';

const { importText } = calendarTests();

it('a clash with a class that a calendar made names it by subject, day and time', async () => {
  await importText(calendarOf('X-WR-CALNAME:First', ...weekly()));
  const other = weekly().map((line) =>
    line.replace('MAT1 Algebra', 'MAT2').replace('weekly@', 'b@'),
  );
  const { problems } = await importText(calendarOf('X-WR-CALNAME:Second', ...other), {
    answers: { calendar: 'new' },
  });
  const clashes = problems.map(({ reason }) => reason).filter((text) => text.startsWith('clash'));
  const named = problems.map(({ reason }) => reason).filter((text) => text.includes('needed by'));
  expect([...clashes, ...named].join('\n')).toContain('(MAT1 Monday 08:00)');
  expect(problems.map(({ reason }) => reason).join('\n')).not.toContain('calendar:');
});
