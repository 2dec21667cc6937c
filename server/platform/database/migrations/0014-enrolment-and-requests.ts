/**
 * Transfers remember whether they opened the new membership; a membership that was taken back on its first day is empty
 * instead of a day earlier; a request key answers its own request alone; a holiday exists once.
 */
export const enrolmentAndRequests = `
alter table cohort_transfer add column joined boolean not null default true;
-- Ids of the enrolments that it opened, and of those that it took over; null for what was made before.
alter table cohort_transfer add column opened bigint[];
alter table cohort_transfer add column kept bigint[];
-- Those that found the student in the new cohort already: the membership is older than the transfer.
update cohort_transfer t set joined = false from cohort_assignment a
where a.id = t.to_assignment_id and a.assigned_from < t.transfer_date and t.undone_at is null;

-- The last day before the first one: the student came and left the cohort again without a day in it.
alter table cohort_assignment drop constraint cohort_assignment_check;
alter table cohort_assignment add constraint cohort_assignment_period check (assigned_to is null or assigned_to >= assigned_from - 1);

-- The same holiday twice is one: the later rows go to the archive.
update holiday h set archived_at = now()
where h.archived_at is null and exists (
  select from holiday o where o.archived_at is null and o.id < h.id
    and o.name = h.name and o.date_from = h.date_from and o.date_to = h.date_to
);
create unique index holiday_once on holiday (name, date_from, date_to) where archived_at is null;

alter table attendance_request add column fingerprint text;

-- As before, and: the same key with another request is not answered with the first one's records.
create or replace function record_marks(
  p_request text, p_keys text[], p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  given jsonb;
  problem text;
  known text;
  print text;
begin
  if p_request is not null then
    print := md5(concat_ws(' ', p_by, p_schedule, p_date, p_status, coalesce(p_how, '-'), array_to_string(p_keys, ' ')));
    select r.answer, r.fingerprint into given, known from attendance_request r where r.user_id = p_user and r.key = p_request;
    if found then
      -- Answers that an earlier version wrote have no fingerprint.
      if known is distinct from print and known is not null then
        return jsonb_build_object('problem', 'request');
      end if;
      return given;
    end if;
  end if;
  if cardinality(p_keys) = 1 then
    given := take_mark(p_keys[1], p_by, p_schedule, p_date, p_status, p_how, p_user, p_now);
    if given ? 'problem' then
      return given;
    end if;
    given := jsonb_build_object('marks', jsonb_build_array(given));
  else
    problem := class_problem(p_schedule, p_date);
    if problem is not null then
      return jsonb_build_object('problem', problem);
    end if;
    select jsonb_build_object('marks', jsonb_agg(take_mark(k, p_by, p_schedule, p_date, p_status, p_how, p_user, p_now)))
    into given from unnest(p_keys) as k;
  end if;
  if p_request is not null then
    insert into attendance_request (user_id, key, answer, fingerprint) values (p_user, p_request, given, print)
    on conflict do nothing;
    if not found then
      select r.answer into given from attendance_request r where r.user_id = p_user and r.key = p_request;
    end if;
  end if;
  return given;
end $$;
`;
