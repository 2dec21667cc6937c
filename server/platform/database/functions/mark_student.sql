-- One student's mark: who it is, whether they belong here, the record and its history.
-- p_by says what p_key is: 'any' (card number, else student id in any case, else uuid), 'id' (of the student), or
-- 'record' (of an existing mark, which is changed; p_status null keeps its status).
-- Locks the class, the student, the enrolment and the mark, in this order, before it reads what it decides by
-- (R-ROLL-24): changes of the meeting and closings lock the class for update.
-- p_terms: what the mark is judged by and carries (server/attendance/rolls/terms.ts).
create or replace function mark_student(
  p_key text, p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamptz,
  p_terms jsonb
) returns jsonb language plpgsql as $$
declare
  who bigint;
  former jsonb;
  person record;
  mark record;
  found_by text := p_how;
  before text;
  result text;
  now_status text := p_status;
  -- A mark that waited for the network says when it was made.
  waited boolean := coalesce(p_terms ? 'made_at', false);
  -- Changes a mark that exists, also of a student who has left the class.
  record_id bigint;
  of_record boolean := p_by = 'record';
  enrolled boolean := false;
  is_closed boolean;
  is_claimed boolean;
  -- Made before the class was archived: held like a mark that meets a closed roll.
  is_of_archived boolean := false;
  made timestamptz := p_now;
  made_local timestamp;
  stored jsonb;
  detail jsonb := '{}';
  wrote bigint;
  -- The device of a room that took the tap.
  device bigint := (p_terms ->> 'device')::bigint;
  -- The access token of a program that made it.
  token bigint := (p_terms ->> 'token')::bigint;
  -- Who wrote the excuse: they read it (R-ROLL-13). Where a change is taken back, it is who wrote it then.
  author bigint := case when p_terms ? 'excuse_by' then (p_terms ->> 'excuse_by')::bigint else p_user end;
begin
  perform from class_schedule where id = p_schedule for key share;
  if p_by = 'id' then
    who := p_key::bigint;
    -- As the previous release calls it, until it no longer runs.
    if p_terms ? 'of_record' then
      of_record := true;
      select id into record_id from attendance
      where student_id = who and class_schedule_id = p_schedule and date = p_date;
    end if;
  elsif of_record then
    record_id := p_key::bigint;
    select student_id into who from attendance where id = record_id;
  else
    if waited then
      -- The card or the ID may be another student's by now.
      who := card_holder_at(array[p_key, p_terms -> 'plain' ->> p_key, p_terms -> 'cards' ->> p_key],
        (p_terms ->> 'made_at')::timestamptz, p_now);
    else
      select id into who from student where rfid_number = p_key;
    end if;
    if who is not null then
      found_by := coalesce(p_how, 'card');
    else
      found_by := coalesce(p_how, 'typed');
      if waited then
        who := coalesce(student_id_holder_at(p_key, (p_terms ->> 'made_at')::timestamptz, p_now),
          student_id_holder_at(p_terms -> 'plain' ->> p_key, (p_terms ->> 'made_at')::timestamptz, p_now));
      else
        select id into who from student where student_id = p_key;
        if not found then
          -- Typed in other letters; where an earlier version let two differ by them alone, neither is meant.
          select min(id) into who from student where lower(student_id) = lower(p_key) having count(*) = 1;
        end if;
      end if;
      if who is null and p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        found_by := coalesce(p_how, 'manual');
        select id into who from student where uuid = p_key::uuid;
      end if;
      -- With what a reader or a page had added to it.
      if who is null and not waited and p_terms -> 'plain' ? p_key then
        select id into who from student where rfid_number = p_terms -> 'plain' ->> p_key;
        if not found then
          select min(id) into who from student where lower(student_id) = lower(p_terms -> 'plain' ->> p_key)
          having count(*) = 1;
        end if;
      end if;
      -- In the form in which the institute stores card numbers: a card, never an ID.
      if who is null and not waited and p_terms -> 'cards' ? p_key then
        select id into who from student where rfid_number = p_terms -> 'cards' ->> p_key;
        if found then
          found_by := coalesce(p_how, 'card');
        end if;
      end if;
    end if;
  end if;

  select s.id, s.uuid, s.student_id, s.first_name, s.last_name, s.rfid_number, s.profile_image, s.archived_at,
    s.student_mail, s.merged_into, r.problem, r.class_type, r.starts_at, r.ends_at, r.closed_at, r.reopened_at, r.status_changed_at
  into person
  from student s left join roll_on_date(p_schedule, p_date) r on true
  where s.id = who
  -- Waits for an erasure or a merge that is under way, as the keys of the record would later.
  for key share of s;
  if not found then
    former := case when p_by = 'any' then
      former_card(array[p_key, p_terms -> 'plain' ->> p_key, p_terms -> 'cards' ->> p_key]) end;
    if former is not null then
      -- Waits for an erasure that is under way: the answer is stored.
      perform from student s where s.id = (former ->> 'student')::bigint for key share;
      former := former_card(array[p_key, p_terms -> 'plain' ->> p_key, p_terms -> 'cards' ->> p_key]);
    end if;
    return jsonb_strip_nulls(jsonb_build_object('outcome', 'unknown', 'key', p_key, 'former', former));
  end if;
  if not of_record then
    perform from enrolment e
    where e.student_id = who and e.class_schedule_id = p_schedule
      and e.enrolled_from <= p_date and (e.enrolled_to is null or e.enrolled_to >= p_date)
    for share;
    enrolled := found;
  end if;
  if waited and device is null then
    made := waited_made_at(p_now, person.starts_at, person.class_type, p_terms);
  elsif waited then
    -- A device's clock is corrected, and its tap has found its class by the time.
    made := least(p_now, (p_terms ->> 'made_at')::timestamptz);
  end if;
  made_local := made at time zone (p_terms ->> 'zone');

  -- A device and a signed code prove the time; a user's claim does not (R-ROLL-25).
  is_claimed := waited and device is null and found_by <> 'qr';
  if person.problem = 'archived' and is_claimed and p_status is not null then
    is_of_archived := coalesce(made < archived_roll_at(p_schedule, p_date), false);
  end if;
  if coalesce(person.problem, 'unknown') not in ('none', 'missing') and not is_of_archived
    -- Made before the class was cancelled or moved.
    and not coalesce(waited and person.problem in ('cancelled', 'moved') and made < person.status_changed_at, false) then
    return jsonb_build_object('problem', coalesce(person.problem, 'unknown'));
  end if;
  is_closed := not p_terms ? 'accepted' and roll_closed(p_date, person.closed_at, person.reopened_at,
    (p_terms ->> 'edit_days')::int, (p_terms ->> 'today')::date);
  -- Until the class ends its students still come in.
  if is_closed and not is_claimed
    and not coalesce(found_by in ('card', 'typed', 'qr', 'door') and p_status = 'Present' and made_local <= person.ends_at, false) then
    return jsonb_build_object('problem', 'closed');
  elsif person.archived_at is not null and not of_record then
    result := 'archived';
  elsif not enrolled and not of_record then
    result := 'not_enrolled';
  elsif lower(person.student_mail) = p_terms ->> 'mail' then
    result := 'own';
  elsif waited and not of_record and not p_terms ? 'accepted' and not exists (
    select from attendance a where a.student_id = who and a.class_schedule_id = p_schedule and a.date = p_date
  ) and coalesce((
    select h.to_status is null and is_superseded(coalesce(h.made_at, h.changed_at), h.changed_by, made, p_user)
    from attendance_history h
    where h.student_id = who and h.class_schedule_id = p_schedule and h.date = p_date
    order by h.id desc limit 1
  ), false) then
    result := 'withdrawn_since';
  elsif is_of_archived and not p_terms ? 'accepted' or is_closed and is_claimed
    and not takes_waiting_mark(p_schedule, p_date, p_user, p_now, made, person.ends_at, person.closed_at, p_terms)
    -- As without a time: the class has not ended yet.
    and not coalesce(found_by in ('card', 'typed') and p_status = 'Present'
      and p_now at time zone (p_terms ->> 'zone') <= person.ends_at, false) then
    result := 'held';
    insert into held_mark (student_id, class_schedule_id, date, status, how, detail, made_at, received_at, made_by, token_id)
    values (who, p_schedule, p_date, p_status, found_by, p_terms -> 'detail', made, p_now, p_user, token);
  else
    if of_record then
      select id, status, how, marked_at, marked_by into mark from attendance
      where id = record_id and student_id = who
      for update;
      if not found then
        -- A merge gave it to another student meanwhile, or it was withdrawn.
        if exists (select from attendance where id = record_id) then
          raise serialization_failure using message = 'the mark was given to another student in the same moment';
        end if;
        return jsonb_build_object('outcome', 'unknown', 'key', p_key);
      end if;
      now_status := coalesce(p_status, mark.status);
      if now_status = 'Absent' and (p_terms -> 'detail' ->> 'late_minutes' is not null
        or p_terms -> 'detail' ->> 'left_early_minutes' is not null) then
        return jsonb_build_object('problem', 'detail_of_present');
      elsif now_status = 'Present' and p_terms -> 'detail' ->> 'excuse' is not null then
        return jsonb_build_object('problem', 'detail_of_absent');
      end if;
    end if;
    if person.problem = 'missing' or is_of_archived then
      perform add_missing_meeting(p_schedule, p_date);
    end if;
    if p_terms ? 'detail' then
      detail := jsonb_strip_nulls(p_terms -> 'detail');
    elsif found_by in ('card', 'typed', 'qr', 'door') and p_status = 'Present'
      and made_local > person.starts_at and made_local <= person.ends_at
      and p_now - made < interval '24 hours' then
      if late_minutes(made_local, person.starts_at, person.ends_at,
        (p_terms -> 'absent_by' ->> person.class_type)::int) is not null then
        now_status := 'Absent';
        detail := jsonb_build_object('arrived_at', made);
      else
        detail := jsonb_strip_nulls(jsonb_build_object('late_minutes', late_minutes(made_local, person.starts_at,
          person.ends_at, coalesce(p_terms -> 'late_by' ->> person.class_type, p_terms ->> 'late')::int)));
      end if;
    end if;
    if not of_record then
      with added as (
        insert into attendance (student_id, class_schedule_id, date, status, how, marked_by, marked_at)
        values (person.id, p_schedule, p_date, now_status, found_by, p_user, made)
        on conflict (student_id, date, class_schedule_id) do nothing
        returning id, status, how, marked_at, marked_by
      ), logged as (
        insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
          changed_at, made_at, late_minutes, left_early_minutes, excuse, device_id, token_id)
        select person.id, p_schedule, p_date, null, now_status, found_by, p_user, p_now, nullif(made, p_now),
          (detail ->> 'late_minutes')::int, (detail ->> 'left_early_minutes')::int, detail ->> 'excuse', device, token
        from added
      )
      select * into mark from added;
      if found then
        result := 'marked';
        if detail <> '{}' then
          perform set_mark_detail(person.id, p_schedule, p_date, detail, author);
        end if;
      else
        select id, status, how, marked_at, marked_by into mark from attendance
        where student_id = person.id and class_schedule_id = p_schedule and date = p_date
        for update;
        if not found then
          raise serialization_failure using message = 'somebody else withdrew the mark in the same moment';
        end if;
      end if;
    end if;
    if result is null then
      stored := mark_detail_of(person.id, p_schedule, p_date);
      result := 'already';
      -- A mark made before closing overrides the absence that closing wrote.
      if waited and mark.how <> 'closing' and is_superseded(mark.marked_at, mark.marked_by, made, p_user) then
        result := 'superseded';
        detail := stored;
      elsif mark.status is distinct from now_status then
        before := mark.status;
        with changed as (
          update attendance set status = now_status, how = found_by, marked_by = p_user, marked_at = made
          where id = mark.id
          returning id, status, how, marked_at, marked_by
        ), logged as (
          insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
            changed_at, made_at, late_minutes, left_early_minutes, excuse, device_id, token_id)
          select person.id, p_schedule, p_date, before, now_status, found_by, p_user, p_now, nullif(made, p_now),
            (detail ->> 'late_minutes')::int, (detail ->> 'left_early_minutes')::int, detail ->> 'excuse', device, token
          from changed
        )
        select * into mark from changed;
        result := 'changed';
        if detail <> stored then
          perform set_mark_detail(person.id, p_schedule, p_date, detail, author);
        end if;
      elsif p_terms ? 'detail' then
        detail := jsonb_strip_nulls(stored || (p_terms -> 'detail'));
        if not detail ? 'excuse' then
          detail := detail - 'excuse_note';
        end if;
        if p_terms -> 'detail' -> 'excuse' = 'null' and not stored ? 'excuse' and exists (
          select from leave l where l.student_id = who and p_date between l.leave_from and l.leave_to and l.archived_at is null
        ) then
          return jsonb_build_object('problem', 'excused_by_leave');
        end if;
        select d.changed_by into wrote from mark_detail d
        where d.class_schedule_id = p_schedule and d.date = p_date and d.student_id = person.id;
        -- The same excuse by another user also counts as a change, so that the response does not reveal a hidden excuse.
        if detail <> stored
          or stored ? 'excuse' and p_terms -> 'detail' ->> 'excuse' is not null and wrote is distinct from author then
          insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
            changed_at, late_minutes, left_early_minutes, excuse, token_id)
          values (person.id, p_schedule, p_date, mark.status, mark.status, found_by, p_user, p_now,
            (detail ->> 'late_minutes')::int, (detail ->> 'left_early_minutes')::int, detail ->> 'excuse', token);
          -- What stays of somebody else's excuse is not shown to who changes the rest.
          if (stored ? 'excuse' and not p_terms -> 'detail' ? 'excuse')
            or (detail ? 'excuse_note' and not p_terms -> 'detail' ? 'excuse_note') then
            author := wrote;
          end if;
          perform set_mark_detail(person.id, p_schedule, p_date, detail, author);
          result := 'changed';
        end if;
      else
        detail := stored;
      end if;
      -- At the door and at the teacher's reader: one mark, and both in its history.
      if result in ('already', 'superseded') and not p_terms ? 'detail' then
        if (found_by = 'door') <> (mark.how = 'door') and found_by in ('card', 'typed', 'qr', 'door') and not exists (
          select from attendance_history h
          where h.student_id = person.id and h.date = p_date and h.class_schedule_id = p_schedule and h.again
        ) then
          insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
            changed_at, made_at, late_minutes, left_early_minutes, excuse, device_id, token_id, again)
          values (person.id, p_schedule, p_date, mark.status, mark.status, found_by, p_user, p_now, nullif(made, p_now),
            (detail ->> 'late_minutes')::int, (detail ->> 'left_early_minutes')::int, detail ->> 'excuse', device, token, true);
        end if;
      end if;
    end if;
    return jsonb_build_object(
      'outcome', result, 'key', p_key, 'id', mark.id, 'status', mark.status, 'how', mark.how, 'marked_at', mark.marked_at,
      'student', person.id, 'student_uuid', person.uuid, 'student_id', person.student_id,
      'first_name', person.first_name, 'last_name', person.last_name,
      'rfid_number', person.rfid_number, 'profile_image', person.profile_image, 'detail', detail,
      'closed', person.closed_at is not null,
      'on_leave', mark.status = 'Absent' and exists (
        select from leave l where l.student_id = who and p_date between l.leave_from and l.leave_to and l.archived_at is null
      )
    );
  end if;

  return jsonb_build_object(
    'outcome', result, 'key', p_key, 'student', person.id, 'student_uuid', person.uuid, 'student_id', person.student_id,
    'first_name', person.first_name, 'last_name', person.last_name,
    'rfid_number', person.rfid_number, 'profile_image', person.profile_image,
    -- Whose roll to look at instead.
    'merged_into', (select student_id from student where id = person.merged_into)
  );
end $$;
