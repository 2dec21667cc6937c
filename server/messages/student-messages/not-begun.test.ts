import { afterEach, describe, expect, it } from 'vitest';
import { createMessagesSchool, type MessagesSchool } from '#server/test/messages.ts';

let opened: MessagesSchool;
afterEach(() => opened.close());
const open = async () => {
  opened = await createMessagesSchool();
  return opened;
};

describe('a message of absence (R-MSG-1)', () => {
  it('about a class that has not begun waits until it has, and is held back from then on', async () => {
    const { at, step, mark, settled, server } = await open();
    await mark('S4', 'Absent', 'mon10');
    for (const time of ['09:15', '09:59', '10:19']) {
      at(time);
      expect((await step()).queued).toBe(0);
    }
    at('10:20');
    expect((await step()).queued).toBe(1);
    await settled();
    expect(server.accepted).toHaveLength(1);
  });

  it('names no class that has not begun, and the last message of the day names it', async () => {
    const { at, step, mark, settled, server, set } = await open();
    await set({ last_message: true, last_message_at: '18:00' });
    for (const ref of ['mon9b', 'mon10']) await mark('S4', 'Absent', ref);
    await step();
    at('09:35');
    expect((await step()).queued).toBe(1);
    await settled();
    expect(server.accepted[0]?.text).toContain('09:00–10:30 Geometry (MAT2)');
    expect(server.accepted[0]?.text).not.toContain('10:00–11:00');
    at('18:00');
    expect((await step()).queued).toBe(1);
    await settled();
    expect(server.accepted[1]?.text).toContain('10:00–11:00 Geometry (MAT2)');
  });
});
