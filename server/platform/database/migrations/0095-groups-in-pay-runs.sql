-- compatible
-- functions 00f400e830a17641
-- The group of the class as it was exported; earlier runs have none.
alter table pay_run_line add column group_name text;
