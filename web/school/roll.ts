import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getAttendance } from '#contract/attendance/attendance.endpoints.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import type { AttendanceRecord, Roll } from '#contract/marks.ts';
import type { MarkOfRow } from '#contract/live.ts';
import { limits } from '#contract/limits.ts';
import { request } from '#web/platform/api.ts';
import { noteChanges, noteRead, wasChangedSince, wasReadSince } from './roll-news.ts';

/** A class on a date. */
export interface ClassOnDate {
  id: number;
  date: string;
}

const rollKey = ({ id, date }: ClassOnDate) => ['roll', id, date] as const;

export const rollQuery = (of: ClassOnDate) =>
  queryOptions({
    queryKey: rollKey(of),
    queryFn: async ({ signal }) => {
      const roll = rollOf(
        await request(getAttendance, { query: { class_schedule: of.id, date: of.date }, signal }),
      );
      noteRead(of);
      return roll;
    },
    meta: { kept: true },
  });

/** With a class and a date the call returns the roll. */
function rollOf(answer: AnswerOf<typeof getAttendance>): Roll {
  if ('no_class' in answer) return answer;
  throw new Error('The answer is no roll.');
}

/** The classes of a date, for choosing one of them. */
export const classesOn = (date: string) =>
  queryOptions({
    queryKey: ['classes', date],
    queryFn: ({ signal }) =>
      request(classScheduleEndpoints.list, {
        query: { date, include: 'changed', limit: limits.mostRows, ordering: 'start_time' },
        signal,
      }),
    meta: { kept: true },
  });

/** A class as it is on a date. */
export const classQuery = ({ id, date }: ClassOnDate) =>
  queryOptions({
    queryKey: ['class', id, date],
    queryFn: ({ signal }) =>
      request(classScheduleEndpoints.get, { params: { id }, query: { date }, signal }),
    staleTime: 60_000,
    meta: { kept: true },
  });

/**
 * Shows marks of a response or an event in the cached roll. `made` is when the mark was made that a response
 * answers, in milliseconds since the page was opened: where the screen may have something newer, the roll is read again instead.
 */
export function useShowMarks(
  of: ClassOnDate,
): (marks: MarkOfRow[], made?: number) => Promise<void> {
  const queries = useQueryClient();
  const { id, date } = of;
  return useCallback(
    async (marks, made) => {
      const key = rollKey({ id, date });
      if (made === undefined)
        noteChanges(
          { id, date },
          marks.map(({ student }) => student),
        );
      else if (marks.some(({ student }) => wasChangedSince({ id, date }, student, made))) {
        // The live stream was faster than the answer to the same mark, and the roll is whole.
        const shown = queries.getQueryData<Roll>(key);
        const isSame = shown && withMarks(shown, marks) === shown && hasAll(shown, marks);
        const isRead = queries.getQueryState(key)?.status === 'success';
        if (isSame && isRead && queries.isFetching({ queryKey: key }) === 0) return;
        return queries.invalidateQueries({ queryKey: key });
      }
      // A response from before the mark must not overwrite it: the request is cancelled and sent
      // again.
      const underWay = queries.isFetching({ queryKey: key }) > 0;
      // What a failed read has missed is still missing: the data that are set below take its error away.
      const isMissing = queries.getQueryState(key)?.status === 'error';
      if (underWay) await queries.cancelQueries({ queryKey: key });
      queries.setQueryData<Roll>(key, (roll) => roll && withMarks(roll, marks));
      const roll = queries.getQueryData<Roll>(key);
      const isReadSince = made !== undefined && wasReadSince({ id, date }, made);
      // Somebody who was enrolled since the roll was read has no row yet.
      if (underWay || isMissing || isReadSince || (roll && !hasAll(roll, marks)))
        void queries.invalidateQueries({ queryKey: key });
    },
    [queries, id, date],
  );
}

function hasAll({ results }: Roll, marks: MarkOfRow[]): boolean {
  const students = new Set(results.map(({ student }) => student));
  return marks.every(({ student }) => students.has(student));
}

/** The roll with its students' marks; the same object when it already has them. */
export function withMarks(roll: Roll, marks: MarkOfRow[]): Roll {
  const byStudent = new Map(marks.map((mark) => [mark.student, mark]));
  let changed = false;
  const results = roll.results.map((row) => {
    const mark = byStudent.get(row.student);
    if (!mark || isShown(row, mark)) return row;
    changed = true;
    return { ...row, ...mark };
  });
  return changed ? { ...roll, results } : roll;
}

const isShown = (row: MarkOfRow, mark: MarkOfRow): boolean =>
  row.id === mark.id &&
  row.status === mark.status &&
  row.how === mark.how &&
  row.marked_at === mark.marked_at &&
  row.late_minutes === mark.late_minutes &&
  row.left_early_minutes === mark.left_early_minutes &&
  row.excused === mark.excused &&
  row.arrived_at === mark.arrived_at;

/** The mark of a record in a response. */
export const markOf = (record: AttendanceRecord): MarkOfRow => ({
  student: record.student,
  id: record.id,
  attendance_uuid: record.uuid,
  status: record.status,
  marked_at: record.marked_at,
  how: record.how,
  late_minutes: record.late_minutes,
  left_early_minutes: record.left_early_minutes,
  excused: record.excused,
  arrived_at: record.arrived_at,
});

/** A mark without details. */
export const noDetails = {
  late_minutes: null,
  left_early_minutes: null,
  excused: false,
  arrived_at: null,
};

/** A withdrawn mark. */
export const noMark = (student: number): MarkOfRow => ({
  student,
  id: null,
  attendance_uuid: null,
  status: 'N/A',
  marked_at: null,
  how: null,
  ...noDetails,
});
