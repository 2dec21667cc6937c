-- compatible
-- Which days have classes is a setting of the institute, Sundays among them. An older process shows
-- no class of a Sunday; there is none until somebody allows it.

-- A few thousand rows: checked in no time.
alter table class_schedule drop constraint class_schedule_day_of_week_check;
-- squawk-ignore constraint-missing-not-valid
alter table class_schedule add constraint class_schedule_day_of_week_check
  check (day_of_week between 1 and 7);
alter table class_schedule_pattern drop constraint class_schedule_pattern_day_of_week_check;
-- squawk-ignore constraint-missing-not-valid
alter table class_schedule_pattern add constraint class_schedule_pattern_day_of_week_check
  check (day_of_week between 1 and 7);

create table institute_logo (
  id smallint primary key default 1 check (id = 1),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 524288),
  hash text not null,
  changed_at timestamptz not null,
  changed_by bigint not null references app_user (id)
);
comment on table institute_logo is 'The picture on the sign-in page, pages and printed lists; no row: the mark of the product.';
comment on column institute_logo.hash is 'Of the bytes: part of its address, so that browsers keep it.';
create index on institute_logo (changed_by);
