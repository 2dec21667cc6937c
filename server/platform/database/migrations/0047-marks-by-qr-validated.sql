-- compatible
-- functions 6a0eeb1710d37bdb
alter table attendance validate constraint attendance_how_check;
