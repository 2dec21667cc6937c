-- The teacher whose card has a number, as it was sent or in the form in which numbers are stored (R-CARD-1).
create or replace function teacher_of_card(p_card text, p_plain text) returns bigint language sql stable as $$
  select t.id from teacher t where t.card_number in (p_card, p_plain) or t.key_form = key_form(p_card)
  order by t.card_number = p_card desc, t.card_number = p_plain desc limit 1
$$;
