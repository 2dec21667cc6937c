import { namesOfTeachers } from '#contract/timetable/further-names.ts';
import { classSubject } from '#contract/class-name.ts';
import type { SearchResult } from '#contract/admin/search.ts';
import { fullName } from '#contract/person-name.ts';
import { weeklyTimeOf } from '#web/platform/week-names.ts';
import type { PageFound } from './find-pages.ts';

/** The target of a search result. */
export interface Destination {
  title: string;
  /** What distinguishes it from others with the same title. */
  detail?: string;
  path: string;
  search?: Record<string, string> | undefined;
  /** A student on the red list. */
  inRedList?: boolean;
  /** A record: its title may name a person. */
  record?: boolean;
}

export interface DestinationGroup {
  title: string;
  destinations: Destination[];
}

/** Pages, each followed by its "Add" shortcut (R-SHELL-4). */
export const pageDestinations = (pages: PageFound[]): Destination[] =>
  pages.flatMap(({ title, path, search, add }) => [
    { title, path, search },
    ...(add ? [{ title: `Add ${title}`, path: add }] : []),
  ]);

/** Records by kind, with links to their pages; empty kinds are omitted. */
export function recordGroups(found: SearchResult): DestinationGroup[] {
  const groups: Record<string, Destination[] | undefined> = {
    Students: found.students?.map((it) => ({
      title: fullName(it),
      detail: it.student_id,
      inRedList: it.in_red_list,
      path: '/students/student-details',
      search: { id: String(it.id) },
    })),
    Teachers: found.teachers?.map((it) => ({
      title: fullName(it),
      detail: it.email,
      path: '/teachers',
      search: { search: it.email },
    })),
    Classes: found.classes?.map((it) => ({
      title: classSubject(it),
      detail: [weeklyTimeOf(it), it.classroom.room_number, namesOfTeachers(it)].join(' · '),
      path: '/timetable',
      search: {
        search: `${it.subject.subject_code} ${it.day_of_week} ${it.start_time} ${it.classroom.room_number}`,
      },
    })),
    Classrooms: found.classrooms?.map((it) => ({
      title: it.room_number,
      ...(it.capacity > 0 && { detail: `${it.capacity} seats` }),
      path: '/classroom',
      search: { search: it.room_number },
    })),
    Cohorts: found.cohorts?.map((it) => ({
      title: it.name,
      detail: String(it.year),
      path: '/cohort/view',
      search: { id: String(it.id) },
    })),
    Subjects: found.subjects?.map((it) => ({
      title: it.subject_name,
      detail: it.subject_code,
      path: '/subjects',
      search: { search: it.subject_code },
    })),
  };
  return Object.entries(groups).flatMap(([title, destinations]) =>
    destinations?.length
      ? [{ title, destinations: destinations.map((it) => ({ ...it, record: true })) }]
      : [],
  );
}
