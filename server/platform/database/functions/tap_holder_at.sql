-- The student whose card was tapped at a time before p_now, or whose ID was typed then (R-CARD-3); null for no one.
create or replace function tap_holder_at(p_card text, p_form text, p_typed boolean, p_at timestamptz, p_now timestamptz)
returns bigint language sql stable as $$
  select coalesce(case when p_typed then student_id_holder_at(p_card, p_at, p_now) end,
    card_holder_at(array[p_card, p_form], p_at, p_now))
$$;
