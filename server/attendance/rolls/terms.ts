import { sql, type RawBuilder } from 'kysely';
import { haveForm, storedCard, type CardTerms } from '#contract/card-number.ts';
import { plainKey } from '#contract/identifier.ts';
import { can } from '#contract/permissions.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Parameters } from '#server/platform/database/tables.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';

type Given = {
  [Name in keyof Parameters['mark_terms']]: NonNullable<Parameters['mark_terms'][Name]>;
};
type Always = 'zone' | 'today' | 'edit_days' | 'late' | 'late_by' | 'absent_by' | 'mail';

/** The facts that marks are judged by: the type `mark_terms` of the database; `tables.ts` describes its fields. */
export type Terms = Pick<Given, Always> &
  Partial<Omit<Given, Always | 'excuse_by'>> & { excuse_by?: number | null };

/** The terms as a parameter of a function of the database. */
export const asMarkTerms = (terms: Terms): RawBuilder<unknown> =>
  sql`jsonb_populate_record(null::mark_terms, ${JSON.stringify(terms)}::jsonb)`;

/** Nearly every key of a tap. */
const isPlain = /^[!-~]+$/;

/** Keys with invisible or full-width characters, as they were meant; nothing where all are plain. */
export function plainKeysOf(keys: (string | number)[]): Pick<Terms, 'plain'> {
  const other = keys
    .filter((key) => typeof key === 'string')
    .filter((key) => !isPlain.test(key))
    .map((key) => [key, plainKey(key)] as const)
    .filter(([key, plain]) => plain !== key && plain !== '');
  return other.length ? { plain: Object.fromEntries(other) } : {};
}

/** Keys that are other texts than the stored number of the same card; nothing where numbers have no format. */
export function cardKeysOf(keys: (string | number)[], terms: CardTerms): Pick<Terms, 'cards'> {
  if (!haveForm(terms)) return {};
  const other = keys
    .filter((key) => typeof key === 'string')
    .map((key) => [key, storedCard(key, terms)] as const)
    .filter(([key, stored]) => stored !== key && stored !== '');
  return other.length ? { cards: Object.fromEntries(other) } : {};
}

/** What a mark is judged by that waited for the network. @param made_at ISO instant. */
export function waitedTermsOf(
  { settings }: Pick<AppContext, 'settings'>,
  { teacherId, permissions }: Pick<CurrentUser, 'teacherId' | 'permissions'>,
  made_at: string,
): Pick<Terms, 'made_at' | 'opens' | 'opens_by' | 'teacher' | 'manages'> {
  const { opens_before_minutes, opens_before_by_class_type } = settings.current();
  return {
    made_at,
    opens: opens_before_minutes,
    opens_by: opens_before_by_class_type,
    ...(teacherId !== null && { teacher: teacherId }),
    ...(can(permissions, 'Attendance', 'teacherFilter') && { manages: true }),
  };
}

/** The terms of a user's marks now, without the data of a mark. */
export function termsOf(
  { clock, settings }: Pick<AppContext, 'clock' | 'settings'>,
  { email, token }: Pick<CurrentUser, 'email' | 'token'>,
): Terms {
  const it = settings.current();
  return {
    zone: clock.timeZone,
    today: clock.today(),
    edit_days: it.edit_days,
    late: it.late_after_minutes,
    late_by: it.late_after_by_class_type,
    absent_by: it.absent_after_minutes,
    mail: email.toLowerCase(),
    ...(token && { token: token.id }),
  };
}
