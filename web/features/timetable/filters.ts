import type { Action, Resource } from '../../../contract/permissions.ts';
import { classTypes, weekdays } from '../../../contract/weekdays.ts';
import { choicesOf, type Filter } from '../../ui/list/filter.ts';
import { classroomPicker } from '../classrooms/section.ts';
import { cohortPicker } from '../cohorts/section.tsx';
import { semesterPicker } from '../semesters/section.ts';
import { subjectPicker } from '../subjects/section.ts';
import { teacherPicker } from '../teachers/section.ts';

type May = (resource: Resource, action: Action) => boolean;

/** What both pictures of the timetable can be narrowed to, by what the role may search in. */
export function weekFilters(may: May): Extract<Filter, { kind: 'picker' }>[] {
  const mayTeachers = may('Teachers', 'read') || may('Timetables', 'edit') || may('Attendance', 'teacherFilter');
  const mayCohorts = may('Cohort', 'read') || may('Enroll Student', 'read');
  return [
    ...(mayTeachers ? [{ kind: 'picker' as const, name: 'teacher', title: 'Teacher', source: teacherPicker }] : []),
    { kind: 'picker', name: 'classroom', title: 'Classroom', source: classroomPicker },
    ...(mayCohorts ? [{ kind: 'picker' as const, name: 'cohort', title: 'Cohort', source: cohortPicker }] : []),
  ];
}

export function timetableFilters(may: May): Filter[] {
  return [
    { kind: 'checkbox', name: 'day_of_week', title: 'Day', choices: choicesOf(weekdays) },
    { kind: 'checkbox', name: 'class_type', title: 'Class type', choices: choicesOf(classTypes) },
    { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
    { kind: 'picker', name: 'semester', title: 'Semester', source: semesterPicker },
    ...weekFilters(may),
  ];
}
