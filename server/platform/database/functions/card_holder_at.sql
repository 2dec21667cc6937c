-- Who had a card at a time (R-CARD-3): null where no one had it then. What was entered by mistake was no card, and the
-- card of a student who was merged is that of the other one.
create or replace function card_holder_at(p_numbers text[], p_at timestamptz) returns bigint language sql stable as $$
  select c.student_id from student_card c
  where c.number = any(p_numbers) and coalesce(c.given_at <= p_at, true) and coalesce(c.ended_at > p_at, true)
    and coalesce(c.reason not in ('corrected', 'merged'), true)
  order by c.ended_at desc nulls first, c.id desc limit 1
$$;
