-- The student who had a card at a time before p_now (R-CARD-3); null where no one had it then. A card that was entered by
-- mistake does not count, unless the student has it again because a change was undone. A merged student is the one who stays.
create or replace function card_holder_at(p_numbers text[], p_at timestamptz, p_now timestamptz)
returns bigint language sql stable as $$
  select coalesce(s.merged_into, s.id) from student_card c join student s on s.id = c.student_id
  where c.number = any(card_spellings(p_numbers))
    -- A clock that was changed has written lines of the future: they count from the beginning.
    and coalesce(c.given_at <= p_at or c.given_at > p_now, true) and coalesce(c.ended_at > p_at, true)
    and (c.reason is distinct from 'corrected' or exists (
      select from student_card again
      where again.student_id = c.student_id and again.number = c.number and again.id > c.id
    ))
  order by c.ended_at desc nulls first, c.id desc limit 1
$$;
