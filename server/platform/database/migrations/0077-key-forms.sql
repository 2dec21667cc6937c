-- compatible
-- functions d0d3cef3e8f57d29
-- Two spellings of one name or number are the same thing (R-KEY-2). Pairs that are there already stay: the first one has the
-- key form, the others none. The function is also a file of its own, as are the triggers, which follow the migration.
create function key_form(p_text text) returns text language sql immutable strict parallel safe as $$
  select lower(btrim(regexp_replace(normalize(p_text, nfkc), '[ \t\n\v\f\r\u0085\u1680\u2028\u2029]+', ' ', 'g'))
    collate "und-x-icu")
$$;

alter table classroom add column key_form text;
alter table subject add column key_form text;
alter table pay_code add column key_form text;
alter table course add column key_form text;
alter table specialization add column key_form text;
alter table cohort add column key_form text;
alter table holiday add column key_form text;
alter table semester add column key_form text;
alter table student add column key_form text;
alter table teacher add column key_form text;

-- No trigger of these tables is about the new column: standings, meetings and histories stay as they are.
alter table classroom disable trigger user;
alter table subject disable trigger user;
alter table pay_code disable trigger user;
alter table course disable trigger user;
alter table specialization disable trigger user;
alter table cohort disable trigger user;
alter table holiday disable trigger user;
alter table semester disable trigger user;
alter table student disable trigger user;
alter table teacher disable trigger user;

update classroom t set key_form = f.form
from (select distinct on (form) id, form from (select id, key_form(room_number) as form from classroom) x
  order by form, id) f where f.id = t.id;
update subject t set key_form = f.form
from (select distinct on (form) id, form from (select id, key_form(subject_code) as form from subject) x
  order by form, id) f where f.id = t.id;
update pay_code t set key_form = f.form
from (select distinct on (form) id, form from (select id, key_form(paycode) as form from pay_code) x
  order by form, id) f where f.id = t.id;
update course t set key_form = f.form
from (select distinct on (form) id, form from (select id, key_form(name) as form from course) x
  order by form, id) f where f.id = t.id;
update specialization t set key_form = f.form
from (select distinct on (form) id, form from (select id, key_form(specialization_code) as form from specialization) x
  order by form, id) f where f.id = t.id;
update cohort t set key_form = f.form
from (select distinct on (form, year) id, form from (select id, year, key_form(name) as form from cohort) x
  order by form, year, id) f where f.id = t.id;
-- Archived holidays do not count, as before.
update holiday t set key_form = f.form
from (select distinct on (form, date_from, is_archived, own) id, form
  from (select id, date_from, key_form(name) as form, archived_at is not null as is_archived,
    case when archived_at is not null then id end as own from holiday) x
  order by form, date_from, is_archived, own, id) f where f.id = t.id;
update semester t set key_form = f.form
from (select distinct on (form, year, semester) id, form
  from (select id, year, semester, key_form(batch) as form from semester) x
  order by form, year, semester, id) f where f.id = t.id;
update student t set key_form = f.form
from (select distinct on (form) id, form
  from (select id, key_form(rfid_number) as form from student where rfid_number is not null) x
  order by form, id) f where f.id = t.id;
update teacher t set key_form = f.form
from (select distinct on (form) id, form
  from (select id, key_form(card_number) as form from teacher where card_number is not null) x
  order by form, id) f where f.id = t.id;

alter table classroom enable trigger user;
alter table subject enable trigger user;
alter table pay_code enable trigger user;
alter table course enable trigger user;
alter table specialization enable trigger user;
alter table cohort enable trigger user;
alter table holiday enable trigger user;
alter table semester enable trigger user;
alter table student enable trigger user;
alter table teacher enable trigger user;

create unique index classroom_key_form on classroom (key_form);
create unique index subject_key_form on subject (key_form);
create unique index pay_code_key_form on pay_code (key_form);
create unique index course_key_form on course (key_form);
create unique index specialization_key_form on specialization (key_form);
create unique index cohort_key_form on cohort (key_form, year);
create unique index holiday_key_form on holiday (key_form, date_from) where archived_at is null;
create unique index semester_key_form on semester (key_form, year, semester);
create unique index student_key_form on student (key_form);
create unique index teacher_key_form on teacher (key_form);
-- When a card's key form becomes free, the student whose card is the same is found without reading all students.
create index student_card_without_key_form on student (id) where key_form is null and rfid_number is not null;
