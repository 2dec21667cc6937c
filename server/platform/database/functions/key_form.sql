-- The form in which two spellings of one name or number are equal (R-KEY-2): compatibility characters, white space and capital letters
-- do not tell things apart. The same as `keyForm` in contract/identifier.ts.
create or replace function key_form(p_text text) returns text language sql immutable strict parallel safe as $$
  select lower(btrim(regexp_replace(normalize(p_text, nfkc), '[ \t\n\v\f\r\u0085\u1680\u2028\u2029]+', ' ', 'g'))
    collate "und-x-icu")
$$;
