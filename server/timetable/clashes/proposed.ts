import { sql, type RawBuilder } from 'kysely';

/** A class on a date as it would be held. */
export interface ProposedMeeting {
  /** Null for a new class. A class does not clash with itself. */
  class_schedule_id: number | null;
  date: string;
  /** `HH:mm`. */
  start_time: string;
  end_time: string;
  /** Who teaches it; empty while no one is chosen. */
  teacher_ids: number[];
  /** Its rooms; empty while none is chosen. */
  classroom_ids: number[];
}

/**
 * Meetings to judge: given, or a query of planned ones with the columns `class`, `date`, `start_time`,
 * `end_time`, `teacher_ids`, `classroom_ids`, for large numbers.
 */
export type Proposed = ProposedMeeting[] | RawBuilder<unknown>;

/** The meetings as rows of a statement; `class` is 0 for a new one, so that rows can be joined by it. */
export const proposedRows = (meetings: Proposed): RawBuilder<unknown> =>
  Array.isArray(meetings) ? givenRows(meetings) : sql`(${meetings})`;

const givenRows = (meetings: ProposedMeeting[]): RawBuilder<unknown> => sql`(
  select coalesce(class_schedule_id, 0) as class, date, start_time, end_time, teacher_ids,
    classroom_ids
  from jsonb_to_recordset(${JSON.stringify(meetings)}::jsonb) as given(class_schedule_id bigint,
    date date, start_time time, end_time time, teacher_ids bigint[], classroom_ids bigint[]))`;

/** The subject of a class as JSON; null for a new one. */
export const subjectOf = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select jsonb_build_object('subject_name', x.subject_name, 'subject_code', x.subject_code)
  from class_schedule y join subject x on x.id = y.subject_id where y.id = ${id})`;

/**
 * Whether a proposed meeting `p` and a meeting `g` of its date share at least one minute; back-to-back
 * ones do not (R-CLASS-2).
 */
export const sameTime = sql<boolean>`(g.start_time < p.end_time and p.start_time < g.end_time)`;
