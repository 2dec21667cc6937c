-- Card numbers with their spellings in capital and small letters: a card is one however its letters are sent (R-CARD-1).
create or replace function card_spellings(p_numbers text[]) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct spelling)
  from unnest(p_numbers) number cross join lateral unnest(array[number, upper(number), lower(number)]) spelling
$$;
