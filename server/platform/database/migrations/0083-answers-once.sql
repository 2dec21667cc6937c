-- compatible
-- functions b0f8781aeca62314
-- Calls that close, reopen or withdraw are answered once for a key, and marks follow a merge that happens meanwhile: functions alone.
select 1;
