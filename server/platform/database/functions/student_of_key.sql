-- The student of a card number, a student id or a uuid, and which of them it was (R-KEY-1).
create or replace function student_of_key(p_key text, p_terms mark_terms, out student bigint, out found_by text)
language plpgsql stable as $$
declare
  -- Without what a reader or a page had added to it.
  plain text := p_terms.plain ->> p_key;
begin
  found_by := 'card';
  select s.id into student from student s where s.rfid_number = p_key;
  if found then
    return;
  end if;
  found_by := 'typed';
  select s.id into student from student s where s.student_id = p_key;
  if found then
    return;
  end if;
  student := student_of_id(p_key);
  if student is null and p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    found_by := 'manual';
    select s.id into student from student s where s.uuid = p_key::uuid;
  end if;
  if student is null and plain is not null then
    select s.id into student from student s where s.rfid_number = plain;
    if not found then
      student := student_of_id(plain);
    end if;
  end if;
  -- In the form in which the institute stores card numbers: a card, never an ID.
  if student is null and p_terms.cards ? p_key then
    select s.id into student from student s where s.rfid_number = p_terms.cards ->> p_key;
    if found then
      found_by := 'card';
    end if;
  end if;
  -- In other letters.
  if student is null then
    select s.id into student from student s where s.key_form = key_form(p_key);
    if found then
      found_by := 'card';
    end if;
  end if;
end $$;
