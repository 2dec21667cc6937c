import {
  listRoomUse,
  listStudentGaps,
  listTeacherLoads,
  listTimetableClashes,
} from '#contract/timetable/timetable-health.endpoints.ts';
import type {
  RoomUse,
  StudentGaps,
  TeacherLoad,
  TimetableClash,
} from '#contract/timetable/timetable-health.ts';
import type { ResourceCalls, ResourceInfo } from '#web/ui/resource.ts';

const shownOnly = <Row>(
  title: string,
  singular: string,
  calls: ResourceCalls<Row>,
): ResourceInfo<Row> => ({
  title,
  singular,
  path: '/timetable/health',
  calls,
  permission: 'Timetables',
  archivable: false,
  addPath: null,
});

export const clashResource = shownOnly<TimetableClash>('Clashes', 'Clash', {
  name: 'health-clashes',
  list: listTimetableClashes,
});
export const capacityResource = shownOnly<TimetableClash>('Classes over capacity', 'Class', {
  name: 'health-capacity',
  list: listTimetableClashes,
});
export const teacherLoadResource = shownOnly<TeacherLoad>('Teachers’ days', 'Teacher', {
  name: 'health-teachers',
  list: listTeacherLoads,
});
export const studentGapResource = shownOnly<StudentGaps>('Students with gaps', 'Student', {
  name: 'health-students',
  list: listStudentGaps,
});
export const roomUseResource = shownOnly<RoomUse>('Use of rooms', 'Room', {
  name: 'health-rooms',
  list: listRoomUse,
});
