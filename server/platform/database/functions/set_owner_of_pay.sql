-- In the database, so that every writer (an older process too) leaves lines with an owner.
create or replace function set_owner_of_pay() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.class_teacher_id := coalesce(
      new.class_teacher_id,
      -- The payee's own place, or the first one.
      (select coalesce(k.present_id, k.teacher_id) from class_meeting m
        cross join lateral places_of(m.teacher_id, m.covering_teacher_id, null, m.co_teacher_ids, m.changed_places) k
        where m.class_schedule_id = new.class_schedule_id and m.date = new.date
        order by k.present_id is distinct from new.teacher_id, k.place limit 1),
      (select teacher_id from class_schedule where id = new.class_schedule_id)
    );
    if new.owner_id is not null then
      return new;
    end if;
  elsif new.teacher_id = old.teacher_id then
    return new;
  end if;
  select u.id into new.owner_id from teacher t join app_user u on u.email = t.email where t.id = new.teacher_id;
  if not found then
    insert into app_user (email, name)
    select t.email, person_name(t.first_name, t.last_name) from teacher t where t.id = new.teacher_id
    on conflict (email) do nothing;
    select u.id into new.owner_id from teacher t join app_user u on u.email = t.email where t.id = new.teacher_id;
  end if;
  return new;
end $$;
