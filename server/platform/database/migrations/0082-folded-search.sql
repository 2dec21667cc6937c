-- functions 703ce3877f49cadb
-- Students are found without accents, apostrophes and capital letters (R-SEARCH-1), and by what their address has before
-- the @ (R-SEARCH-2). The function is also a file of its own.
create function fold(p_text text) returns text language sql immutable parallel safe as $$
  select case when octet_length(p_text) = char_length(p_text) then translate(lower(p_text), '''`', '')
  else translate(
    replace(replace(replace(replace(
      lower(translate(
        regexp_replace(normalize(translate(p_text, '´`', ''), nfkd),
          '[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]',
          '', 'g'),
        '''’‘ʼʻ′', '') collate "und-x-icu"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'łøđðħıς‐‒–—−', 'loddhiσ-----') end
$$;

-- The index goes with the column.
-- squawk-ignore ban-drop-column -- it is added again; this release does not run beside the former one (0081).
alter table student drop column search;
-- squawk-ignore adding-field-with-default -- some seconds for 50,000 students.
alter table student add column search text generated always as (
  fold(student_id || ' ' || first_name || ' ' || last_name || ' ' || coalesce(rfid_number, '')
    || ' ' || coalesce(split_part(student_mail, '@', 1) || '@', ''))
) stored;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index student_search on student using gin (search gin_trgm_ops);
  end if;
end $$;
