-- functions 8077a55ae8695e1d
-- People with one name have the last name "–", which is never printed (R-NAME-1); they are sorted under the one name
-- (R-NAME-2). The functions are also files of their own.
create function person_name(p_first text, p_last text) returns text language sql immutable parallel safe
return case when p_last = '–' then p_first else p_first || ' ' || p_last end;

create function sort_name(p_first text, p_last text) returns text language sql immutable parallel safe
return case when p_last = '–' then p_first else p_last end;

-- squawk-ignore require-concurrent-index-creation -- some seconds for 50,000 students; this release does not run beside
-- the former one (0081).
create index student_by_sort_name on student (
  sort_name(first_name, last_name) collate natural_order, first_name collate natural_order, id
) where archived_at is null;
-- squawk-ignore require-concurrent-index-deletion -- likewise.
drop index student_by_last_name;

-- Another dash alone was entered for the same.
update student set last_name = '–' where last_name in ('-', '‐', '‑', '‒', '—', '―', '−');
update teacher set last_name = '–' where last_name in ('-', '‐', '‑', '‒', '—', '―', '−');
