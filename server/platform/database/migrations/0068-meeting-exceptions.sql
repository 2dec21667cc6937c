-- compatible
-- functions b405671ec1fb963b
-- Who was not simply present at a meeting: the fifth or tenth part of its students, so that a report of all
-- students adds up a fraction of the rows of `meeting_outcome`. That table is emptied as meetings are counted
-- again, and leaves with the next release.
create table meeting_exception (
  meeting_id bigint primary key references class_meeting (id) on delete cascade,
  -- Minutes of the meeting.
  scheduled integer not null,
  -- One place for each student, in the same order.
  students bigint[] not null,
  outcomes smallint[] not null,
  attended smallint[] not null,
  constraint meeting_exception_equally_long check (
    cardinality(outcomes) = cardinality(students) and cardinality(attended) = cardinality(students)
  )
);
comment on table meeting_exception is
  'All others who were enrolled on the date of the meeting have a mark, and were present from start to end.';
comment on column meeting_exception.outcomes is
  '0 present and left early, 1 present and late, 2 absent, 3 absent and excused, 4 without a mark that counts.';
comment on column meeting_exception.attended is 'Minutes.';

insert into meeting_exception (meeting_id, scheduled, students, outcomes, attended)
select o.meeting_id, o.scheduled, x.students, x.outcomes, x.attended
from meeting_outcome o
join class_meeting g on g.id = o.meeting_id
cross join lateral (
  select coalesce(array_agg(y.student), '{}') as students, coalesce(array_agg(y.outcome), '{}') as outcomes,
    coalesce(array_agg(y.attended), '{}') as attended
  from (
    select coalesce(u.student, e.student_id) as student, coalesce(u.outcome, 4)::smallint as outcome,
      coalesce(u.attended, 0)::smallint as attended
    from unnest(o.students, o.outcomes, o.attended) u (student, outcome, attended)
    full join (
      select e.student_id from enrolment e
      where e.class_schedule_id = g.class_schedule_id and e.enrolled_from <= g.date
        and (e.enrolled_to is null or e.enrolled_to >= g.date)
    ) e on e.student_id = u.student
    where u.outcome is distinct from 0 or u.attended <> o.scheduled
    order by 1
  ) y
) x;
