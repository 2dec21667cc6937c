-- compatible
-- functions 5334d5e658f4baf2
-- The numbers of students' cards, present and former: a trigger keeps them, whoever changes a number (R-CARD-3).
create table student_card (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id) on delete cascade,
  number text not null check (length(number) between 1 and 15),
  given_at timestamptz,
  given_by bigint references app_user (id),
  for_print boolean not null default false,
  ended_at timestamptz,
  ended_by bigint references app_user (id),
  reason text check (reason in ('replaced', 'lost', 'returned', 'removed', 'corrected', 'passed_on', 'merged')),
  check ((ended_at is null) = (reason is null))
);
comment on table student_card is 'Each card of each student; the present one has no end.';
comment on column student_card.given_at is 'Null: before cards had a history.';
comment on column student_card.given_by is 'Null: by a command, or before cards had a history.';
comment on column student_card.for_print is 'The server made the number, to be printed: no chip has it.';
create unique index student_card_present on student_card (student_id) where ended_at is null;
create index student_card_of_student on student_card (student_id, id);
create index student_card_of_number on student_card (number, ended_at);
create index student_card_given_by on student_card (given_by);
create index student_card_ended_by on student_card (ended_by);
create trigger student_card_of_erased before insert on student_card
  for each row execute function refuse_row_of_erased();

insert into student_card (student_id, number)
select id, rfid_number from student where rfid_number is not null;
