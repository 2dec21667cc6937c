-- Objections are looked up by class and date whenever a teacher checks in.

create index payroll_log_history_contested on payroll_log_history (class_schedule_id, date) where what = 'contested';
