import { expect, it } from 'vitest';
import { messages } from '#contract/texts.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import { serve } from '#web/test/server.ts';
import { sendMark } from './send.ts';

const stored = {
  seq: 1,
  key: 'a key of a test',
  user: 'tess@school.example',
  class_schedule: 7,
  date: '2026-03-02',
  at: 0,
  refused: null,
};

it('who was marked elsewhere meanwhile is none of the rest, and is not refused', async () => {
  const marked = { student_id: 'S1', name: 'Ann', status: messages.changedSince };
  const gone = { student_id: 'S2', name: 'Ben', status: 'is not enrolled in this class' };
  const send = async (fail: object[], what: Partial<MarkCommand> = {}) => {
    serve({
      'POST ': () =>
        fail.length > 1 ? { body: { results: [], fail } } : { status: 400, body: { fail } },
    });
    const mark = { do: 'bulk', students: [1, 2], seen: 'N/A', ...what };
    return sendMark({ ...stored, what: mark as MarkCommand }, () => new Date());
  };
  expect(await send([marked])).toEqual({ type: 'done', answer: { bulk: { fail: [marked] } } });
  expect(await send([marked, gone])).toMatchObject({
    type: 'done',
    except: 'Ben: is not enrolled in this class',
  });
  expect(await send([gone])).toMatchObject({ type: 'refused' });
  expect(await send([marked], { seen: undefined })).toMatchObject({ type: 'refused' });
});
