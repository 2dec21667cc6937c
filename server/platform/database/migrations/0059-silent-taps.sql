-- compatible
-- functions 0bac6b1c9c40ebf8
alter table device_tap add column silent boolean;
comment on column device_tap.silent is 'Answered in a pause of the device''s answers (R-DOOR-6): sent again, it is answered the same.';
