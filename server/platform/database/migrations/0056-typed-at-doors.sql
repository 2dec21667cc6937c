-- compatible
-- functions 2fe2f19ff6764f1b
alter table device_tap add column typed boolean;
comment on column device_tap.typed is 'An ID that the attendant of a tablet typed, no card (R-DOOR-6).';
