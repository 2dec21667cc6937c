-- compatible
-- functions c3e02abfb07b6afa
-- The group of the class as it was exported; earlier runs have none.
alter table pay_run_line add column group_name text;
