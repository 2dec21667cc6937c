-- compatible
-- functions fb4703039c0b6ef2
create table held_mark (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id),
  class_schedule_id bigint not null references class_schedule (id),
  date date not null,
  status text not null,
  how text not null,
  detail jsonb,
  made_at timestamptz not null,
  received_at timestamptz not null,
  made_by bigint references app_user (id),
  token_id bigint references access_token (id) on delete set null,
  decision text,
  decided_by bigint references app_user (id),
  decided_at timestamptz,
  constraint held_mark_status_check check (status in ('Present', 'Absent')),
  constraint held_mark_how_check check (how in ('card', 'typed', 'manual', 'bulk')),
  constraint held_mark_decision_check check (decision in ('accepted', 'dismissed')),
  constraint held_mark_decided_check check ((decision is null) = (decided_at is null))
);
comment on table held_mark is
  'Marks that waited for the network, met a closed roll, and wait for an administrator (R-ROLL-25).';
comment on column held_mark.detail is 'Minutes and excuse, as mark_student takes them.';
create index held_mark_student_id_idx on held_mark (student_id);
create index held_mark_class_schedule_id_date_idx on held_mark (class_schedule_id, date);
create index held_mark_undecided_idx on held_mark (received_at) where decision is null;
create index held_mark_made_by_idx on held_mark (made_by);
create index held_mark_decided_by_idx on held_mark (decided_by);
create index held_mark_token_id_idx on held_mark (token_id);
create trigger held_mark_of_erased before insert or update of student_id on held_mark
for each row execute function refuse_row_of_erased();
