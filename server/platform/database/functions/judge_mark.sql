-- Whether a mark may be written: a problem of its roll, an outcome that writes none, or neither.
create or replace function judge_mark(
  p_mark new_mark, p_person roll_student, p_enrolled boolean, p_terms mark_terms, out problem text, out outcome text
) language plpgsql stable as $$
declare
  roll text := coalesce(p_person.problem, 'unknown');
  arrives boolean := is_arrival(p_mark.how) and coalesce(status_attended(p_mark.status), false);
begin
  if roll not in ('none', 'missing') and not coalesce(p_mark.is_of_gone, false)
    -- Made before the class was cancelled or moved.
    and not coalesce(p_mark.took_place and roll in ('cancelled', 'moved'), false) then
    problem := roll;
  elsif p_mark.is_closed and not p_mark.is_claimed
    -- Until the class ends its students still come in.
    and not coalesce(arrives and p_mark.made_local <= p_mark.ends_at, false) then
    problem := 'closed';
  elsif p_person.archived_at is not null and not p_mark.of_record then
    outcome := 'archived';
  elsif not p_enrolled and not p_mark.of_record then
    outcome := 'not_enrolled';
  elsif lower(p_person.student_mail) = p_terms.mail then
    outcome := 'own';
  elsif not is_own_latest(p_mark, p_terms) or not is_as_seen(p_mark, p_terms) then
    outcome := 'changed_since';
  elsif was_withdrawn_since(p_mark, p_terms) then
    outcome := 'withdrawn_since';
  elsif p_mark.is_of_gone and p_terms.accepted is not true or p_mark.is_closed and p_mark.is_claimed
    and not takes_waiting_mark(p_mark.schedule, p_mark.date, p_mark.made_by, p_mark.now, p_mark.made, p_mark.ends_at,
      p_person.closed_at, p_terms)
    -- As without a time: the class has not ended yet.
    and not coalesce(arrives and p_mark.how in ('card', 'typed')
      and p_mark.now at time zone p_terms.zone <= p_person.ends_at, false) then
    outcome := 'held';
  end if;
end $$;
