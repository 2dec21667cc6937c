import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { limits } from '#contract/limits.ts';
import { subjectEndpoints } from '#contract/enrolment/subjects.endpoints.ts';
import { teacherEndpoints } from '#contract/people/teachers.endpoints.ts';
import { classroomEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { classroomResource } from '#web/school/classrooms.ts';
import { subjectResource } from '#web/school/subjects.ts';
import { teacherResource } from '#web/school/teachers.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { distinctLabels } from '#contract/distinct-labels.ts';
import { roomChoice, subjectChoice, teacherChoice, type Choices } from './names.ts';

const all = { limit: limits.mostRows };
const staleTime = 60_000;

/**
 * All subjects, rooms and teachers, read once: a typed letter waits for no answer, and a pasted text is
 * matched at once. Null while they are read.
 */
export function useNames(): { choices: Choices | null; error: Error | null } {
  const subjects = useQuery({
    queryKey: resourceKey(subjectResource, 'names'),
    queryFn: ({ signal }) => request(subjectEndpoints.list, { query: all, signal }),
    staleTime,
  });
  const rooms = useQuery({
    queryKey: resourceKey(classroomResource, 'names'),
    queryFn: ({ signal }) => request(classroomEndpoints.list, { query: all, signal }),
    staleTime,
  });
  const teachers = useQuery({
    queryKey: resourceKey(teacherResource, 'names'),
    queryFn: ({ signal }) => request(teacherEndpoints.list, { query: all, signal }),
    staleTime,
  });
  const choices = useMemo(
    () =>
      subjects.data && rooms.data && teachers.data
        ? {
            subject: subjects.data.results.map(subjectChoice),
            classroom: rooms.data.results.map(roomChoice),
            teacher: distinctLabels(teachers.data.results.map(teacherChoice)),
          }
        : null,
    [subjects.data, rooms.data, teachers.data],
  );
  return { choices, error: subjects.error ?? rooms.error ?? teachers.error };
}
