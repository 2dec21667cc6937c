import { expect, it } from 'vitest';
import type { WeekClass } from '#contract/timetable/week.ts';
import { classOfDay } from '#web/test/class-of-day.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import type { useDrag } from './useDrag.ts';
import { WeekBlock } from './WeekBlock.tsx';
import classes from './WeekDays.module.css';

const moved = {
  ...classOfDay,
  date: '2026-03-06',
  start_time: '09:00',
  end_time: '10:30',
  usual: null,
  meeting: { ...classOfDay.meeting, origin: 'moved', moved_from: '2026-03-05', reason: null },
} as unknown as WeekClass;
const drag = { dragged: null, handlersOf: () => ({}) } as unknown as ReturnType<typeof useDrag>;

it.each([70, 160])('a moved class has its teacher in view, %i pixels wide', async (width) => {
  serve({});
  const { screen } = await renderPage(
    <div className={classes.week}>
      <ul style={{ position: 'relative', width, height: 400, listStyle: 'none' }}>
        <WeekBlock block={{ it: moved, lane: 0, lanes: 1 }} from={540} drag={drag} />
      </ul>
    </div>,
  );
  const remark = screen.getByText('Moved from Thu, 5 Mar');
  await expect.element(remark).toBeVisible();
  const teacher = screen.getByText('Tess Teacher').element().getBoundingClientRect();
  const block = screen.getByRole('listitem').element().getBoundingClientRect();
  expect(block.height).toBeGreaterThan(50);
  expect(teacher.bottom).toBeLessThanOrEqual(block.bottom);
  // What the narrowest one has no space for comes last.
  expect(remark.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(teacher.bottom - 1);
});
