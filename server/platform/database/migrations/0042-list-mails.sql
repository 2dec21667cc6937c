-- compatible
-- Lists whose figures a user receives by mail, once a week or a month.
create table list_mail (
  user_id bigint not null references app_user (id),
  list text not null check (list in ('open_rolls', 'red_list')),
  every text not null check (every in ('week', 'month')),
  sent_on date not null,
  primary key (user_id, list)
);
comment on column list_mail.sent_on is 'The day of the last mail, or of the order.';
