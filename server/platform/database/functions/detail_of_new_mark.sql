-- The details of a new mark, as they were given or, for an arrival, by its time (R-ROLL-12): who comes too late is absent.
create or replace function detail_of_new_mark(
  p_mark new_mark, p_person roll_student, p_terms mark_terms, out status text, out detail jsonb
) language plpgsql stable as $$
declare
  limit_of_late integer := coalesce(p_terms.late_by ->> p_person.class_type, p_terms.late::text)::int;
  limit_of_absent integer := (p_terms.absent_by ->> p_person.class_type)::int;
begin
  status := p_mark.status;
  detail := '{}';
  if p_terms.detail is not null then
    detail := jsonb_strip_nulls(p_terms.detail);
  elsif is_arrival(p_mark.how) and status_attended(p_mark.status)
    and p_mark.made_local > p_mark.starts_at and p_mark.made_local <= p_mark.ends_at
    and p_mark.now - p_mark.made < interval '24 hours' then
    if late_minutes(p_mark.made_local, p_mark.starts_at, p_mark.ends_at, limit_of_absent) is not null then
      status := 'Absent';
      detail := jsonb_build_object('arrived_at', p_mark.made);
    else
      detail := jsonb_strip_nulls(jsonb_build_object('late_minutes',
        late_minutes(p_mark.made_local, p_mark.starts_at, p_mark.ends_at, limit_of_late)));
    end if;
  end if;
end $$;
