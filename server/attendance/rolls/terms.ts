import type { MarkDetail } from '#contract/marks.ts';
import { storedCard, type CardTerms } from '#contract/card-number.ts';
import { plainKey } from '#contract/identifier.ts';
import { can } from '#contract/permissions.ts';
import type { AppContext } from '#server/app-context.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';

/** The parameters of marks for the database functions (`mark_student`, `roll_problem`). */
export interface Terms {
  /** The institute's time zone, and its date. */
  zone: string;
  today: string;
  /** Days in which a roll may be edited; 0 for ever. */
  edit_days: number;
  /** Minutes after which a tap is late; 0 for never. By class type where they differ. */
  late: number;
  late_by: Record<string, number>;
  /** Minutes after which a tap is Absent, by class type. */
  absent_by: Record<string, number>;
  /** The user's address: the student who has it is not marked. */
  mail: string;
  /** The time of a mark that waited for the network; ISO instant. */
  made_at?: string;
  /** Minutes before the start to which an earlier time of making is moved; by class type where they differ. */
  opens?: number;
  opens_by?: Record<string, number>;
  /** The user's teacher, and whether they may manage all rolls: whose waiting marks a closed roll takes (R-ROLL-25). */
  teacher?: number;
  manages?: true;
  /** A held mark that an administrator accepts. */
  accepted?: true;
  detail?: MarkDetail;
  /** The author of the excuse in `detail`, where that is not the user: null when unknown. */
  excuse_by?: number | null;
  /** Keys that are not plain, as they were meant (R-KEY-1). */
  plain?: Record<string, string>;
  /** Keys whose card number is stored in another form (R-CARD-1). */
  cards?: Record<string, string>;
  /** The access token that makes them; ids of tokens. */
  token?: number;
}

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
  if (terms.card_format === 'as_sent') return {};
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
