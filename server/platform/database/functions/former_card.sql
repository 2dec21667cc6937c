-- Who had a card last whose number no person has now, and how it ended; null where it was never a card, or was handed back
-- (R-CARD-4). What was entered by mistake was no card.
create or replace function former_card(p_numbers text[]) returns jsonb language sql stable as $$
  select jsonb_build_object('student', s.id, 'student_id', s.student_id, 'first_name', s.first_name,
    'last_name', s.last_name, 'reason', c.reason, 'ended_at', c.ended_at)
  from (
    select student_id, reason, ended_at from student_card
    where number = any(card_spellings(p_numbers)) and ended_at is not null and reason <> 'corrected'
    order by ended_at desc, id desc limit 1
  ) c
  join student s on s.id = c.student_id
  where c.reason in ('replaced', 'lost', 'removed')
$$;
