import { expect, it } from 'vitest';
import type { Clock } from '#server/platform/clock.ts';
import { createDatabase, createPool } from '#server/platform/database/pool.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { fillDemo } from '#server/admin/demo/fill.ts';
import { clashesOfTimetable } from './clashes.ts';
import { readPeriod } from './period.ts';

it.each(['2026-03-02T09:00:00+11:00', '2026-11-22T20:00:00+11:00', '2027-01-01T12:00:00+11:00'])(
  'the demo institute of %s has no clash of any kind (R-HEALTH-2)',
  async (instant) => {
    const now = Temporal.Instant.from(instant);
    const timeZone = 'Australia/Sydney';
    const clock: Clock = {
      timeZone,
      now: () => now,
      today: () => now.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    };
    const database = createDatabase(createPool(await copyOfTemplate(), 2, () => {}));
    try {
      await fillDemo(database, clock, () => {});
      const period = await readPeriod(database, {}, clock.today());
      if (!period) throw new Error('The demo has no semester.');
      const query = { search: '', ordering: 'date', limit: 20, page: 1 };
      const found = await clashesOfTimetable(database, { ...period, from: '2026-01-01' }, query);
      expect(found).toEqual({ rows: [], total: 0, counts: [] });
    } finally {
      await database.destroy();
    }
  },
  60_000,
);
