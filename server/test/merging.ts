import { sql } from 'kysely';
import { expect } from 'vitest';
import type { MergePreview } from '#contract/people/merge.ts';
import { createMarking, type Marking } from './marking.ts';

/** Pairs of rows of one person, both in the Monday lecture, and the calls that merge them. */
export type Merging = Awaited<ReturnType<typeof createMerging>>;

export async function createMerging() {
  const marking = await createMarking();
  const { school } = marking;
  let [numbers, pairs] = [0, 0];
  const run = <Row = unknown>(statement: string) =>
    sql.raw<Row>(statement).execute(school.database);
  const call = (...of: Parameters<Marking['school']['call']>) => school.call(...of);

  const add = async (name: string, more: object) => {
    const { body } = await call('admin', 'POST', 'attendance/students/create/', {
      student_id: `D${++numbers}`,
      first_name: 'Ida',
      last_name: name,
      phone_number: '1',
      date_of_birth: '2004-01-02',
      ...more,
    });
    await run(`
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      values (${body.id}, ${marking.mon9}, '2026-02-09')`);
    return body.id as number;
  };
  const preview = async (keep: number, remove: number): Promise<MergePreview> => {
    const path = `attendance/student-merge/?keep=${keep}&remove=${remove}`;
    const { status, body } = await call('admin', 'GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  return {
    ...marking,
    run,
    call,
    preview,
    /** @returns the ids of a pair without marks, and the cards that they have. */
    async pair() {
      await marking.reset();
      const name = `Twice ${++pairs}`;
      const cards = { keep: `77${pairs}`, remove: `88${pairs}` };
      return {
        keep: await add(name, { phone_number: '2', rfid_number: cards.keep }),
        remove: await add(name, { rfid_number: cards.remove, batch: '2025' }),
        cards,
      };
    },
    /** Merges with decisions, by default as previewed now. */
    merge: async (keep: number, remove: number, decided: object = {}, version?: string) =>
      call('admin', 'POST', 'attendance/student-merge/', {
        keep,
        remove,
        version: version ?? (await preview(keep, remove)).version,
        ...decided,
      }),
    codeOf: async (id: number) =>
      (await run<{ student_id: string }>(`select student_id from student where id = ${id}`))
        .rows[0]!.student_id,
  };
}
