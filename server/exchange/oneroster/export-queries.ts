import { sql, type RawBuilder } from 'kysely';
import { weekdays } from '#contract/weekdays.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';
import type { RosterFile } from './format.ts';
import { ownId } from './own-ids.ts';

type Query = RawBuilder<unknown>;
type NamedKind = 'student' | 'teacher' | 'semester' | 'subject';

/** The first name that another system gave a row, where no other row has the same one. */
const sourcedIds = (kind: NamedKind): Query => {
  const column = sql.ref(`${kind}_id`);
  return sql`
    select t.id, coalesce(x.sourced_id, ${ownId(kind, sql`t.id`)}) as sid, x.source
    from ${sql.table(kind)} t left join (
      select *, count(*) over (partition by sourced_id) as rows from (
        select distinct on (${column}) ${column} as row_id, sourced_id, source from external_id
        where kind = ${sql.lit(kind)} order by ${column}, id
      ) first
    ) x on x.row_id = t.id and x.rows = 1`;
};

/**
 * Guardians of students, a row for each student of theirs, and who is whose agent. Somebody whom one system
 * names as a guardian and as a teacher or student is one person; two systems may have given two people one name.
 */
const guardianParts: Query = sql`
  guardians as materialized (
    select gu.*, s.sid as student, case
        when gu.relation ~* '^(parent|mother|father|mum|mom|dad|step)' then 'parent'
        when gu.relation ~* '^(relative|grand|aunt|uncle|sister|brother|cousin)' then 'relative'
        else 'guardian'
      end as role,
      case when x.sourced_id is null or o.sid is not null then ${ownId('guardian', sql`gu.id`)}
        else x.sourced_id end as sid
    from guardian gu join students s on s.id = gu.student_id
    left join (
      select distinct on (guardian_id) guardian_id, sourced_id, source,
        first_value(source) over (partition by sourced_id order by id) as first_source
      from external_guardian where guardian_id is not null order by guardian_id, id
    ) x on x.guardian_id = gu.id and x.source = x.first_source
    left join lateral (
      select p.sid from (select sid, source from students union all select sid, source from teachers) p
      where p.sid = x.sourced_id and p.source is distinct from x.source limit 1
    ) o on true
  ),
  agents as materialized (
    select sid, string_agg(agent, ',' order by agent) as agents from (
      select student as sid, sid as agent from guardians union select sid, student from guardians
    ) linked where position(',' in agent) = 0 group by sid
  )`;

/** Parts of every statement: what is exported, with its sourcedIds. */
const rosterParts = (today: string): Query => sql`
  org as materialized (
    select coalesce((select sourced_id from external_id where kind = 'org' order by id limit 1),
      ${ownId('org', sql`1`)}) as sid
  ),
  semesters as materialized (
    select m.*, n.sid from semester m join (${sourcedIds('semester')}) n on n.id = m.id
    where m.archived_at is null
  ),
  -- Waiting classes with or without times, and the other classes of the timetable.
  class_names as materialized (
    select w.id, coalesce(x.sourced_id, ${ownId('class', sql`'waiting ' || w.id`)}) as sid
    from waiting_class w left join (
      select *, count(*) over (partition by sourced_id) as rows from external_id where kind = 'class'
    ) x on x.waiting_class_id = w.id and x.rows = 1
  ),
  classes as materialized (
    select n.sid, w.id as waiting, null::bigint as schedule, w.title, w.class_code as code, w.location,
      w.subject_id, w.semester_id, w.teacher_id, w.co_teacher_ids
    from waiting_class w join class_names n on n.id = w.id
    where w.archived_at is null and w.semester_id in (select id from semesters)
    union all
    select ${ownId('class', sql`c.id`)}, null, c.id, s.subject_name || coalesce(' ' || c.group_name, '') || ', '
      || ('{${sql.raw(weekdays.join(','))}}'::text[])[c.day_of_week] || ' '
      || to_char(c.start_time, 'HH24:MI'), s.subject_code, r.room_number, c.subject_id, c.semester_id,
      c.teacher_id, c.co_teacher_ids
    from class_schedule c join subject s on s.id = c.subject_id join classroom r on r.id = c.classroom_id
    where c.archived_at is null and c.semester_id in (select id from semesters)
      and not exists (select from external_id x
        where x.kind = 'class-time' and x.class_schedule_id = c.id)
  ),
  students as materialized (
    select s.*, n.sid, n.source from student s join (${sourcedIds('student')}) n on n.id = s.id
    where s.archived_at is null
  ),
  teachers as materialized (
    select t.*, n.source,
      case when o.sid is null then n.sid else ${ownId('teacher', sql`t.id`)} end as sid
    from teacher t join (${sourcedIds('teacher')}) n on n.id = t.id
    -- Two systems may have given two people one name.
    left join students o on o.sid = n.sid and o.source is distinct from n.source
    where t.archived_at is null or t.id in (select unnest(array[teacher_id] || co_teacher_ids) from classes)
  ),
  ${guardianParts},
  subjects as materialized (
    select s.*, n.sid from subject s join (${sourcedIds('subject')}) n on n.id = s.id
    where s.archived_at is null or s.id in (select subject_id from classes)
  ),
  members as materialized (
    select case when m.rows = 1 then m.sourced_id else ${ownId('member', sql`m.id`)} end as sid, c.sid as class,
      s.sid as person, m.member_from as first, m.member_to as last, m.waiting_class_id as waiting,
      m.student_id
    from (select *, count(*) over (partition by sourced_id) as rows from waiting_member) m
    join classes c on c.waiting = m.waiting_class_id join students s on s.id = m.student_id
  ),
  joined as materialized (
    select distinct on (c.sid, s.sid) ${ownId('enrolment', sql`e.id`)} as sid, c.sid as class,
      s.sid as person, e.enrolled_from as first, e.enrolled_to as last
    from enrolment e
    left join external_id x on x.kind = 'class-time' and x.class_schedule_id = e.class_schedule_id
    join classes c on c.schedule = e.class_schedule_id or c.waiting = x.waiting_class_id
    join students s on s.id = e.student_id
    where ${enrolledOnOrAfter(sql`${sql.lit(today)}::date`)}
      and not exists (select from members m where m.waiting = x.waiting_class_id
        and m.student_id = e.student_id)
    order by c.sid, s.sid, e.id
  )`;

/** The day after: end dates of the format are exclusive. */
const dayAfter = (date: RawBuilder<unknown>) => sql`(${date} + 1)`;

/** Guardians have one name here; who has a single word gets a dash, which an import leaves out. */
const givenName = sql`coalesce(nullif(regexp_replace(name, '\\s*\\S+$', ''), ''), name)`;
const familyName = sql`case when name ~ '\\s' then substring(name from '\\S+$') else '-' end`;

const queries: Partial<Record<RosterFile, (title: string) => Query>> = {
  orgs: (title) => sql`
    select o.sid, null, null, ${sql.lit(title)}, 'school', null, null from org o`,

  academicSessions: () => sql`
    select ${ownId('year', sql`year`)}, null, null, year::text, 'schoolYear', min(semester_start_date),
      ${dayAfter(sql`max(semester_end_date)`)}, null, year
    from semesters group by year
    union all
    select sid, null, null, 'Semester ' || semester || ', ' || year || ', batch ' || batch, 'semester',
      semester_start_date, ${dayAfter(sql`semester_end_date`)}, ${ownId('year', sql`year`)}, year
    from semesters order by 9, 6, 1`,

  courses: () => sql`
    select s.sid, null, null, null, s.subject_name, s.subject_code, null, o.sid, null, null
    from subjects s cross join org o order by s.subject_code`,

  classes: () => sql`
    select c.sid, null, null, c.title, null, s.sid, c.code, 'scheduled', c.location, o.sid, m.sid, null,
      null, null
    from classes c join subjects s on s.id = c.subject_id join semesters m on m.id = c.semester_id
    cross join org o order by m.semester_start_date, c.title, c.sid`,

  // Of teachers without the phone: who may export students need not have it.
  users: () => sql`
    select p.sid, null, null, 'true', p.username, null, p.first_name, p.last_name, null, p.identifier,
      p.email, null, p.phone, a.agents, null, null, null, null, null, null, null, o.sid, null
    from (
      select sid, student_id as username, first_name, last_name, student_id as identifier,
        student_mail as email, nullif(phone_number, '') as phone
      from students
      union all
      select sid, email, first_name, last_name, null, email, null from teachers
      where sid not in (select sid from students)
      union all
      select * from (
        select distinct on (sid) sid, coalesce(email, sid), ${givenName}, ${familyName}, null, email, phone
        from guardians
        where sid not in (select sid from students union all select sid from teachers)
        order by sid, id
      ) g
    ) p left join agents a on a.sid = p.sid cross join org o order by p.last_name, p.first_name, p.sid`,

  roles: () => sql`
    select ${ownId('role', sql`p.sid || ' ' || p.role`)}, null, null, p.sid,
      case when p.role <> 'teacher' and p.sid in (select sid from teachers) then 'secondary'
        when p.role not in ('teacher', 'student') and p.sid in (select sid from students)
          then 'secondary'
        else 'primary' end, p.role, null, null, o.sid, null
    from (
      select sid, 'student' as role from students union all select sid, 'teacher' from teachers
      union all select sid, min(role) from guardians group by sid
    ) p cross join org o order by p.sid, p.role`,

  enrollments: () => sql`
    select e.sid, null, null, e.class, o.sid, e.person, e.role, e."primary", e.first,
      ${dayAfter(sql`e.last`)}
    from (
      select sid, class, person, 'student' as role, null as "primary", first, last from members
      union all select sid, class, person, 'student', null, first, last from joined
      union all
      select ${ownId('teaching', sql`c.sid`)}, c.sid, t.sid, 'teacher', 'true', null, null
      from classes c join teachers t on t.id = c.teacher_id
      union all
      select ${ownId('teaching', sql`c.sid || ' ' || t.sid`)}, c.sid, t.sid, 'teacher', 'false', null, null
      from classes c join teachers t on t.id = any(c.co_teacher_ids)
    ) e cross join org o order by e.class, e.role desc, e.sid`,

  demographics: () => sql`
    select sid, null, null, date_of_birth, gender, null, null, null, null, null, null, null, null, null,
      null, null
    from students where date_of_birth is not null or gender is not null order by sid`,
};

/** The files of an export, in the order in which they refer to each other. */
export const exportedFiles = Object.keys(queries) as RosterFile[];

/** The rows of a file, in the columns of OneRoster 1.2. */
export function exportQuery(
  file: RosterFile,
  { title, today }: { title: string; today: string },
): Query {
  const query = queries[file];
  if (!query) throw new Error(`${file} is not exported`);
  return sql`with ${rosterParts(today)} ${query(title)}`;
}
