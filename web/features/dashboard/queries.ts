import { queryOptions } from '@tanstack/react-query';
import type { ClassDays } from '../../../contract/calendar.ts';
import type { Holiday } from '../../../contract/holiday.ts';
import type { List } from '../../../contract/fields.ts';
import { limits } from '../../../contract/limits.ts';
import type { Teacher } from '../../../contract/teacher.ts';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { api } from '../../app/api.ts';

export const classesOfDay = (date: string, teacher: number | undefined) =>
  queryOptions({
    queryKey: ['classes', date, teacher ?? 'all'],
    queryFn: ({ signal }) =>
      api.get<List<ClassSchedule>>('attendance/classschedule/', {
        query: { date, teacher, limit: limits.pickerRows, ordering: 'start_time' },
        signal,
      }),
  });

/** What kind of days lie from one date to another, and the nearest class days beside them. */
export const classDays = (from: string, to: string, teacher?: number) =>
  queryOptions({
    queryKey: ['class-days', from, to, teacher ?? 'all'],
    queryFn: ({ signal }) => api.get<ClassDays>('attendance/class-days/', { query: { from, to, teacher }, signal }),
    staleTime: 60_000,
  });

export const comingHolidays = (today: string) =>
  queryOptions({
    queryKey: ['holidays', today],
    queryFn: ({ signal }) => api.get<List<Holiday>>('attendance/holiday/', { query: { start_date: today, limit: limits.holidayRows }, signal }),
    staleTime: 60_000,
  });

export const teachersLike = (search: string) =>
  queryOptions({
    queryKey: ['teachers', search],
    queryFn: ({ signal }) => api.get<List<Teacher>>('attendance/teachers/', { query: { search, limit: limits.pageSize }, signal }),
    staleTime: 60_000,
  });

export const teacherById = (id: number) =>
  queryOptions({
    queryKey: ['teacher', id],
    queryFn: ({ signal }) => api.get<List<Teacher>>('attendance/teachers/', { query: { id }, signal }),
    staleTime: 60_000,
  });
