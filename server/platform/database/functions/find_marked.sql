-- The student of a mark, and how the mark is made: as p_how says, or else as the key was found.
create or replace function find_marked(
  p_key text, p_by text, p_schedule bigint, p_date date, p_how text, p_now timestamptz, p_terms mark_terms
) returns new_mark language plpgsql stable as $$
declare
  mark new_mark;
  found_by text;
begin
  mark.key := p_key;
  mark.schedule := p_schedule;
  mark.date := p_date;
  mark.how := p_how;
  mark.now := p_now;
  mark.waited := p_terms.made_at is not null;
  mark.of_record := p_by = 'record' or p_terms.of_record is true;
  if p_by = 'id' then
    mark.student := p_key::bigint;
    -- Who waits to be marked is the one who stays, if two were merged meanwhile (R-MERGE-4).
    if mark.waited and not mark.of_record then
      select coalesce(s.merged_into, s.id) into mark.student from student s where s.id = mark.student;
    end if;
    -- As the previous release calls it, until it no longer runs.
    if mark.of_record then
      select id into mark.record from attendance
      where student_id = mark.student and class_schedule_id = p_schedule and date = p_date;
    end if;
  elsif mark.of_record then
    mark.record := p_key::bigint;
    select student_id into mark.student from attendance where id = mark.record;
  elsif mark.waited then
    select k.student, k.found_by into mark.student, found_by from holder_of_key(p_key, p_now, p_terms) k;
    mark.how := coalesce(p_how, found_by);
  else
    select k.student, k.found_by into mark.student, found_by from student_of_key(p_key, p_terms) k;
    mark.how := coalesce(p_how, found_by);
  end if;
  return mark;
end $$;
