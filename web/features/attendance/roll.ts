import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AttendanceRecord, Roll } from '../../../contract/attendance.ts';
import type { List } from '../../../contract/fields.ts';
import { limits } from '../../../contract/limits.ts';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { api } from '../../app/api.ts';

/** A class on a date. */
export interface ClassOnDate {
  id: number;
  date: string;
}

const rollKey = ({ id, date }: ClassOnDate) => ['roll', id, date] as const;

export const rollQuery = (of: ClassOnDate) =>
  queryOptions({
    queryKey: rollKey(of),
    queryFn: ({ signal }) => api.get<Roll>('attendance/attendance/', { query: { class_schedule: of.id, date: of.date }, signal }),
    meta: { kept: true },
  });

/** The classes of a date, for choosing one of them. */
export const classesOn = (date: string) =>
  queryOptions({
    queryKey: ['classes', date],
    queryFn: ({ signal }) =>
      api.get<List<ClassSchedule>>('attendance/classschedule/', { query: { date, limit: limits.pickerRows, ordering: 'start_time' }, signal }),
    meta: { kept: true },
  });

/** The class whose roll "/" opens: the teacher's own that is under way. */
export const ownOngoing = (all: ClassSchedule[], teacher: number | null) => all.find((it) => it.currentClass && it.teacher.id === teacher);

export const classQuery = (id: number) =>
  queryOptions({
    queryKey: ['class', id],
    queryFn: ({ signal }) => api.get<ClassSchedule>(`attendance/classschedule/${id}/`, { signal }),
    staleTime: 60_000,
    meta: { kept: true },
  });

/** Puts what the server just answered into the roll on the screen, without asking again. */
export function useShowRecord(of: ClassOnDate): (record: Pick<AttendanceRecord, 'student'> & Partial<AttendanceRecord>) => Promise<void> {
  const queries = useQueryClient();
  const { id, date } = of;
  return useCallback(
    async (record) => {
      const key = rollKey({ id, date });
      // An answer under way from before the mark must not paint it over; what else it would have told is asked again.
      const underWay = queries.isFetching({ queryKey: key }) > 0;
      if (underWay) await queries.cancelQueries({ queryKey: key });
      queries.setQueryData<Roll>(key, (roll) => {
        if (!roll) return roll;
        const results = roll.results.map((row) =>
          row.student === record.student
            ? {
                ...row,
                id: record.id ?? null,
                attendance_uuid: record.uuid ?? null,
                status: record.status ?? ('N/A' as const),
                marked_at: record.marked_at ?? null,
                how: record.how ?? null,
              }
            : row,
        );
        return { ...roll, results };
      });
      if (underWay) void queries.invalidateQueries({ queryKey: key });
    },
    [queries, id, date],
  );
}
