-- compatible
-- functions c36282b27a592ca6
alter table attendance validate constraint attendance_how_check;
