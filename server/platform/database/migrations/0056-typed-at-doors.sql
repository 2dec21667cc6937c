-- compatible
-- functions 3da30beee2c171da
alter table device_tap add column typed boolean;
comment on column device_tap.typed is 'An ID that the attendant of a tablet typed, no card (R-DOOR-6).';
