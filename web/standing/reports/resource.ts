import {
  listReport,
  listReportRolls,
  listSavedReports,
  removeSavedReport,
} from '#contract/standing/reports.endpoints.ts';
import type { ReportRoll, ReportRow } from '#contract/standing/reports.ts';
import type { Action, PermissionSubject } from '#contract/permissions.ts';
import type { SavedReport } from '#contract/standing/saved-reports.ts';
import { offeredIf, type Filter, type PanelFilter } from '#web/ui/list/filter.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { classroomPicker } from '#web/school/classrooms.ts';
import { classPicker, cohortPicker } from '#web/school/cohorts.tsx';
import { coursePicker } from '#web/school/courses.ts';
import { semesterPicker } from '#web/school/semesters.ts';
import { studentPicker } from '#web/school/students.tsx';
import { subjectPicker } from '#web/school/subjects.ts';
import { teacherPicker } from '#web/school/teachers.ts';

export const reportResource: ResourceInfo<ReportRow> = {
  title: 'Reports',
  singular: 'Row',
  path: '/reports',
  calls: { name: 'reports', list: listReport },
  permission: 'Attendance',
  archivable: false,
  addPath: null,
};

export const reportRollResource: ResourceInfo<ReportRoll> = {
  title: 'Rolls of a report',
  singular: 'Roll',
  path: '/reports/rolls',
  calls: { name: 'report-rolls', list: listReportRolls },
  permission: 'Attendance',
  archivable: false,
  addPath: null,
};

type Can = (subject: PermissionSubject, action: Action) => boolean;
type MayFilter = (name: string) => boolean;

const picker = (name: string, title: string, source: typeof subjectPicker): PanelFilter => ({
  kind: 'picker',
  name,
  title,
  source,
});

/** The filters of reports that a user can choose from; teachers have their own classes. */
export const reportFilters = (can: Can, mayFilter: MayFilter): Filter[] => [
  picker('subject', 'Subject', subjectPicker),
  picker('class_schedule', 'Class', classPicker),
  picker('student', 'Student', studentPicker),
  picker('classroom', 'Room', classroomPicker),
  picker('semester', 'Semester', semesterPicker),
  offeredIf(can('Attendance', 'teacherFilter'), picker('teacher', 'Teacher', teacherPicker)),
  offeredIf(mayFilter('cohort'), picker('cohort', 'Cohort', cohortPicker)),
  offeredIf(can('Courses', 'read'), picker('course', 'Course', coursePicker)),
];

export const savedReportResource: ResourceInfo<SavedReport> = {
  title: 'Saved reports',
  singular: 'Saved report',
  path: '/reports/saved',
  calls: { name: 'saved-reports', list: listSavedReports, remove: removeSavedReport },
  permission: 'Attendance',
  archivable: false,
  addPath: null,
};
