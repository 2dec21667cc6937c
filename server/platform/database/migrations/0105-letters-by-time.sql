-- compatible
create index letter_by_time on letter (made_at desc, id desc);
