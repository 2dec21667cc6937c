-- compatible
-- functions cedef6513637e530
alter table attendance validate constraint attendance_how_check;
