import { sql } from 'kysely';
import {
  classroomEndpoints,
  courseEndpoints,
  specializationEndpoints,
} from '#contract/timetable/master-data.endpoints.ts';
import { whereIn } from '#server/platform/resource/list.ts';
import {
  followsName,
  masterDataRetention as retention,
  none,
  staff,
  student,
} from '#server/school/privacy-entries.ts';
import { hasFeatures } from '#server/school/free-rooms.ts';
import { assertNoMeetingsToCome } from '../meetings/to-come.ts';
import type { PlainResource } from './plain-resource.ts';
import { classesWith } from '../class-schedules/references.ts';
import { sameKeyForm } from '#server/platform/resource/unique.ts';
import { contains } from '#server/platform/resource/search.ts';

const course: PlainResource<'course'> = {
  endpoints: courseEndpoints,
  table: 'course',
  columns: () => sql`x.id, x.name, x.coordinator_email`,
  search: (word) => contains(word, ['x.name']),
  filters: ({ specialization, has_coordinator }) => [
    specialization &&
      sql`exists (select from subject s where s.course_id = x.id and s.archived_at is null
        and ${whereIn('s.specialization_id', specialization)})`,
    has_coordinator !== undefined && sql`(x.coordinator_email is not null) = ${has_coordinator}`,
  ],
  sortKeys: { name: [sql`x.name collate natural_order`] },
  unique: {
    course_name_key: ['name'],
    course_key_form: ['name', undefined, sameKeyForm('name')],
  },
  referencedBy: [{ table: 'subject', column: 'course_id', names: ['subject', 'subjects'] }],
  nameOfRow: sql`name`,
  privacy: {
    purpose: 'courses',
    retention,
    columns: {
      id: none,
      name: student('proposed'),
      archived_at: none,
      key_form: followsName,
      coordinator_email: staff('alerts about students of the course go there'),
    },
  },
};

const specialization: PlainResource<'specialization'> = {
  endpoints: specializationEndpoints,
  table: 'specialization',
  columns: () => sql`x.id, x.specialization, x.specialization_code`,
  search: (word) => contains(word, ['x.specialization', 'x.specialization_code']),
  filters: ({ course }) => [
    course &&
      sql`exists (select from subject s where s.specialization_id = x.id and s.archived_at is null
        and ${whereIn('s.course_id', course)})`,
  ],
  sortKeys: {
    specialization: [sql`x.specialization collate natural_order`],
    specialization_code: [sql`x.specialization_code collate natural_order`],
  },
  unique: {
    specialization_specialization_code_key: ['specialization_code'],
    specialization_key_form: ['specialization_code', undefined, sameKeyForm('specialization_code')],
  },
  referencedBy: [{ table: 'subject', column: 'specialization_id', names: ['subject', 'subjects'] }],
  nameOfRow: sql`specialization`,
  privacy: {
    purpose: 'specializations',
    retention,
    columns: {
      id: none,
      specialization: student('proposed'),
      specialization_code: student('proposed'),
      archived_at: none,
      key_form: followsName,
    },
  },
};

export const classroom: PlainResource<'classroom'> = {
  endpoints: classroomEndpoints,
  table: 'classroom',
  columns: () => sql`x.id, x.room_number, x.capacity, x.features`,
  search: (word) => contains(word, ['x.room_number', sql`array_to_string(x.features, ' ')`]),
  filters: ({ seats, features }) => [
    seats !== undefined && sql`x.capacity >= ${seats}`,
    features && hasFeatures(features, 'x'),
  ],
  sortKeys: {
    room_number: [sql`x.room_number collate natural_order`],
    capacity: [sql`x.capacity`, sql`x.room_number collate natural_order`],
  },
  unique: {
    classroom_room_number_key: ['room_number'],
    classroom_key_form: ['room_number', undefined, sameKeyForm('room_number')],
  },
  referencedBy: [
    ...classesWith('classroom_id'),
    { table: 'device_room', column: 'classroom_id', names: ['device', 'devices'] },
  ],
  assertCanArchive: (trx, ids, clock) => assertNoMeetingsToCome(trx, clock, 'classroom', ids),
  nameOfRow: sql`room_number`,
  privacy: {
    purpose: 'rooms',
    retention,
    columns: {
      id: none,
      room_number: student('proposed'),
      capacity: none,
      features: none,
      archived_at: none,
      key_form: followsName,
    },
  },
};

/** The plain resources: routes, archive, privacy register and audit log are derived from this list. */
export const plainResources = [course, specialization, classroom] as const;
