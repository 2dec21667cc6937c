import { fullName } from '#contract/person-name.ts';
import type { AppContext } from '#server/app-context.ts';
import { findOpenRolls, openRollsByTeacher } from '#server/attendance/index.ts';
import { openRollsFrom } from '#server/school/open-rolls-from.ts';
import type { ListText } from './list-text.ts';

/** A longer mail would not be read. */
const maxTeachers = 40;
/** More rolls than an institute has in a month. */
const maxRolls = 200_000;

type Context = Pick<AppContext, 'database' | 'clock' | 'config'>;

/** Rolls since the last mail that are not taken or unfinished, by teacher; null without any. */
export async function openRollsText(
  { database, clock, config }: Context,
  { sent_on }: { sent_on: string },
  today: string,
): Promise<ListText | null> {
  const to = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  const begins = await openRollsFrom(database, clock);
  const from = begins !== null && begins > sent_on ? begins : sent_on;
  const { rows } = await findOpenRolls(database, clock, {
    from,
    to,
    search: '',
    limit: maxRolls,
    page: 1,
    ordering: 'teacher',
  });
  if (rows.length === 0) return null;
  const names = new Map(
    rows.flatMap(({ teacher, co_teachers }) =>
      [teacher, ...co_teachers].map((one) => [one.id, fullName(one)] as const),
    ),
  );
  const teachers = [...openRollsByTeacher(rows)];
  const lines = teachers
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, maxTeachers)
    .map(([id, rolls]) => `${names.get(id)}: ${rolls.length}`);
  const more = teachers.length - lines.length;
  const count = rows.length === 1 ? '1 roll' : `${rows.length} rolls`;
  return {
    subject: `${count} not taken or unfinished`,
    paragraphs: [
      `From ${from} to ${to} ${count} ${rows.length === 1 ? 'was' : 'were'} not taken or unfinished, by teacher:`,
      [...lines, ...(more > 0 ? [`and ${more} more teachers`] : [])].join('\n'),
      `All of them: ${config.publicUrl}/open-rolls?from_date=${from}&to_date=${to}`,
    ],
  };
}
