import { bulkRemoveSubjects, subjectEndpoints } from '#contract/enrolment/subjects.endpoints.ts';
import type { Subject } from '#contract/enrolment/subject.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { createReader } from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { announced } from '#server/school/announced.ts';
import { subjectList, type SubjectRow } from './list.ts';
import { sameKeyForm } from '#server/platform/resource/unique.ts';

const toResponse = (row: SubjectRow): Subject => ({
  id: row.id,
  subject_name: row.subject_name,
  subject_code: row.subject_code,
  year: row.year,
  course_id: row.course_id,
  course: { id: row.course_id, name: row.course },
  specialization: {
    id: row.specialization_id,
    specialization: row.specialization,
    specialization_code: row.specialization_code,
  },
  subject_teacher_id: row.subject_teacher_id,
  subject_teacher: {
    id: row.subject_teacher_id,
    first_name: row.first_name,
    last_name: row.last_name,
  },
});

const writer: ResourceWriter = {
  table: 'subject',
  toColumns: ({ specialization, ...body }) => ({
    ...body,
    ...(specialization !== undefined && { specialization_id: specialization }),
  }),
  references: {
    course_id: 'course',
    specialization_id: { table: 'specialization', sent: 'specialization' },
    subject_teacher_id: 'teacher',
  },
  unique: {
    subject_subject_code_key: ['subject_code'],
    subject_key_form: ['subject_code', undefined, sameKeyForm('subject_code')],
  },
  referencedBy: [
    {
      table: 'class_schedule',
      column: 'subject_id',
      names: ['class of the timetable', 'classes of the timetable'],
    },
    { table: 'red_list', column: 'subject_id', names: ['red list entry', 'red list entries'] },
    {
      table: 'waiting_class',
      column: 'subject_id',
      names: ['class without times', 'classes without times'],
    },
    { table: 'follow_up', column: 'subject_id', names: ['follow-up', 'follow-ups'] },
  ],
};

export function subjectRoutes(api: Api, { database, clock, live }: AppContext): RegisteredResource {
  const { today } = clock;
  return registerResource(
    api,
    subjectEndpoints,
    createReader(database, subjectList, today, toResponse),
    announced(writer, live),
    {
      database,
      clock,
      bulkRemove: bulkRemoveSubjects,
    },
  );
}
