-- Marks of several students, once for a request key; the key with another request is not answered with the first records.
create or replace function mark_students(
  p_request text, p_keys text[], p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamptz, p_terms jsonb
) returns jsonb language plpgsql as $$
declare
  terms mark_terms := jsonb_populate_record(null::mark_terms, p_terms);
  given jsonb;
  problem text;
  print text;
begin
  if p_request is not null then
    print := md5(concat_ws(' ', p_by, p_schedule, p_date, p_status, coalesce(p_how, '-'), array_to_string(p_keys, ' '),
      terms.detail));
    given := stored_answer(p_user, p_request, print);
    if given is not null then
      return given;
    end if;
  end if;
  if cardinality(p_keys) = 1 then
    given := mark_student(p_keys[1], p_by, p_schedule, p_date, p_status, p_how, p_user, p_now, terms);
    if given ? 'problem' then
      return given;
    end if;
    given := jsonb_build_object('marks', jsonb_build_array(given));
  else
    -- Held for all of them: the roll is not closed between two marks.
    perform from class_schedule where id = p_schedule for key share;
    problem := roll_problem(p_schedule, p_date, terms);
    -- What waited for the network is taken or held by each mark's own facts.
    if problem is not null and terms.made_at is null then
      return jsonb_build_object('problem', problem);
    end if;
    select jsonb_build_object('marks', jsonb_agg(mark_student(k, p_by, p_schedule, p_date, p_status, p_how, p_user, p_now, terms)))
    into given from unnest(p_keys) as k;
    -- All of them were made at one time: while the class took place, or not.
    if given -> 'marks' @> jsonb_build_array(jsonb_build_object('problem', problem)) then
      return jsonb_build_object('problem', problem);
    end if;
    -- What a leave excuses is not changed by a selection: none of its marks is written.
    if given -> 'marks' @> '[{"problem": "excused_by_leave"}]' then
      raise exception using errcode = 'AT400', column = 'excuse', message = 'is by an approved leave: change the leave';
    end if;
  end if;
  if p_request is not null then
    perform store_answer(p_user, p_request, print, given);
  end if;
  return given;
end $$;
