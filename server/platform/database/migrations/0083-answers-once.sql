-- compatible
-- functions ee4aa43b2381a9df
-- Calls that close, reopen or withdraw are answered once for a key, and marks follow a merge that happens meanwhile: functions alone.
select 1;
