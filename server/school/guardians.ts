import { sql, type RawBuilder } from 'kysely';

/** From this age on a student decides who is notified (R-GUARD-2). */
const ageOfConsent = 18;

/** Whether student `s` is of age on a day; without a date of birth they are taken for it. */
export const isOfAge = (day: RawBuilder<unknown>): RawBuilder<boolean> => sql`coalesce(
  s.date_of_birth + make_interval(years => ${sql.lit(ageOfConsent)}) <= ${day}, true)`;

/** Whether guardian `gu` of student `s` gets messages about a day (R-GUARD-2). */
export const mayBeNotified = (day: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  gu.gets_messages and (gu.consent_at is not null or not ${isOfAge(day)}))`;
