-- compatible
-- functions a1f7cfaf8b851df5
alter table device_tap add column silent boolean;
comment on column device_tap.silent is 'Answered while the device said nothing about cards (R-DOOR-6): sent again, it is answered the same.';
