-- compatible
-- functions 5245bbf090fbd4bf
-- The weeks of its semester in which a class is held; null in every week. Numbers before 1, or after the last week, are
-- those of a semester that was shortened: they plan nothing, and are there when it is lengthened again.
alter table class_schedule add column weeks smallint[];
alter table class_schedule add constraint class_schedule_weeks_check check (cardinality(weeks) > 0) not valid;
alter table class_schedule_pattern add column weeks smallint[];
alter table class_schedule_pattern add constraint class_schedule_pattern_weeks_check check (cardinality(weeks) > 0) not valid;

-- Tells apart classes of one subject and teacher, such as 12A and 12B.
alter table class_schedule add column group_name text;
alter table class_schedule add constraint class_schedule_group_name_check check (char_length(group_name) between 1 and 30) not valid;

-- Which of the institute's two names of weeks the first week has: that of odd weeks, or the other one.
alter table semester add column first_week text not null default 'odd';
alter table semester add constraint semester_first_week_check check (first_week in ('odd', 'even')) not valid;

-- The weeks, of the semester of the first class, in which both are held; null in every week (R-CLASH-3).
alter table confirmed_clash add column weeks smallint[];
