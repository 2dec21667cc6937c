-- compatible
-- functions 49a6f711ab76e90c
-- Who covers may be paid by another code than the planned teacher.

alter table class_meeting add column cover_payroll_id bigint;
-- Every row has null: checked in no time.
-- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
alter table class_meeting add constraint class_meeting_cover_payroll_id_fkey
  foreign key (cover_payroll_id) references pay_code on delete set null;
create index on class_meeting (cover_payroll_id) where cover_payroll_id is not null;
