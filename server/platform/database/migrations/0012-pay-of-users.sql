-- Whose pay a check-in is, whose class it was, and whether that is contested (decision 14).

insert into app_user (email, name)
select t.email, t.first_name || ' ' || t.last_name from teacher t
where exists (select from payroll_log l where l.teacher_id = t.id)
on conflict (email) do nothing;

alter table payroll_log
  -- The user of the teacher's address at that time: whoever gets the address later is somebody else.
  add column owner_id bigint,
  -- The class's teacher at that time; another one is a stand-in.
  add column class_teacher_id bigint,
  add column contested_at timestamptz,
  add column contested_by bigint references app_user;
update payroll_log l set owner_id = u.id, class_teacher_id = c.teacher_id
from teacher t join app_user u on u.email = t.email, class_schedule c
where t.id = l.teacher_id and c.id = l.class_schedule_id;
alter table payroll_log
  alter column owner_id set not null,
  alter column class_teacher_id set not null,
  add constraint payroll_log_owner_id_fkey foreign key (owner_id) references app_user,
  add constraint payroll_log_class_teacher_id_fkey foreign key (class_teacher_id) references teacher,
  add constraint payroll_log_contested_by_somebody check ((contested_at is null) = (contested_by is null)),
  add constraint payroll_log_contested_is_pending check (contested_at is null or status = 'pending');
create index payroll_log_stand_ins on payroll_log (class_teacher_id, date) where teacher_id <> class_teacher_id;
create index payroll_log_contested on payroll_log (date, id) where contested_at is not null;

-- In the database, so that every writer (an older process too) leaves lines with an owner.
create function set_owner_of_pay() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.class_teacher_id := coalesce(new.class_teacher_id, (select teacher_id from class_schedule where id = new.class_schedule_id));
    if new.owner_id is not null then
      return new;
    end if;
  elsif new.teacher_id = old.teacher_id then
    return new;
  end if;
  select u.id into new.owner_id from teacher t join app_user u on u.email = t.email where t.id = new.teacher_id;
  if not found then
    insert into app_user (email, name)
    select t.email, t.first_name || ' ' || t.last_name from teacher t where t.id = new.teacher_id
    on conflict (email) do nothing;
    select u.id into new.owner_id from teacher t join app_user u on u.email = t.email where t.id = new.teacher_id;
  end if;
  return new;
end $$;
create trigger payroll_log_has_an_owner before insert or update of teacher_id on payroll_log
  for each row execute function set_owner_of_pay();

alter table payroll_log_history drop constraint payroll_log_history_what_check;
alter table payroll_log_history add constraint payroll_log_history_what_check
  check (what in ('checked_in', 'entered', 'changed', 'reopened', 'withdrawn', 'contested'));
