-- Whether a card, or an ID that is typed, was given to somebody, or taken from somebody, between a time and now. A clock that was changed has
-- written times of the future: they do not count.
create or replace function changed_hands_since(p_card text, p_plain text, p_typed boolean, p_at timestamptz, p_now timestamptz)
returns boolean language plpgsql stable as $$
begin
  return exists (
    select from student_card c
    where c.number = any(card_spellings(array[p_card, p_plain])) and (c.given_at > p_at and c.given_at <= p_now or c.ended_at > p_at and c.ended_at <= p_now)
  ) or p_typed and exists (
    select from student_id_change i where lower(i.former_id) = lower(p_card) and i.ended_at > p_at and i.ended_at <= p_now
  );
end $$;
