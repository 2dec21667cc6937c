-- The student who had a card, an ID or a uuid when a mark that waited was made (R-CARD-3), and which of them it was.
create or replace function holder_of_key(
  p_key text, p_now timestamptz, p_terms mark_terms, out student bigint, out found_by text
) language plpgsql stable as $$
declare
  plain text := p_terms.plain ->> p_key;
begin
  found_by := 'card';
  student := card_holder_at(array[p_key, plain, p_terms.cards ->> p_key], p_terms.made_at, p_now);
  if student is not null then
    return;
  end if;
  found_by := 'typed';
  student := coalesce(student_id_holder_at(p_key, p_terms.made_at, p_now),
    student_id_holder_at(plain, p_terms.made_at, p_now));
  if student is null and p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    found_by := 'manual';
    select coalesce(s.merged_into, s.id) into student from student s where s.uuid = p_key::uuid;
  end if;
end $$;
