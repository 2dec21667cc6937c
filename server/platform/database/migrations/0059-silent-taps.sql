-- compatible
-- functions e6110f6d0ab6ba75
alter table device_tap add column silent boolean;
comment on column device_tap.silent is 'Answered in a pause of the device''s answers (R-DOOR-6): sent again, it is answered the same.';
