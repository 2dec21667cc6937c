-- Which cohort opened an enrolment, and who moved from one cohort to another.

alter table enrolment add column cohort_assignment_id bigint references cohort_assignment;
create index enrolment_of_assignment on enrolment (cohort_assignment_id) where cohort_assignment_id is not null;
create index cohort_assignment_of_student on cohort_assignment (student_id, assigned_from);

create table cohort_transfer (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  from_assignment_id bigint not null references cohort_assignment,
  to_assignment_id bigint not null references cohort_assignment,
  transfer_date date not null,
  closed jsonb not null,
  created_by bigint not null references app_user,
  created_at timestamptz not null,
  undone_at timestamptz
);
create index on cohort_transfer (student_id);
