import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMailServer, type MailServer } from '#server/test/mail-server.ts';
import { createMailer } from './mailer.ts';

let server: MailServer;
beforeEach(async () => {
  server = await openMailServer();
});
afterEach(() => server.close());

const send = (address: string, name = 'Attendance') =>
  createMailer(address, () => ({ name, address: 'no-reply@school.example' })).deliver(
    {
      messageId: `<${randomUUID()}@school.example>`,
      to: 'head@school.example',
      subject: 'Rolls',
      text: 'Open',
      attachments: [],
    },
    async () => {},
  );
/** Another computer, as far as the address says. */
const elsewhere = () => server.address.replace('127.0.0.1', '0.0.0.0');

describe('a mail server without TLS', () => {
  it('gets nothing, unless the address asks for it', async () => {
    await expect(send(elsewhere())).rejects.toMatchObject({
      isPermanent: false,
      message: 'The mail server offers no encrypted connection.',
    });
    expect(server.accepted).toEqual([]);
    await send(`${elsewhere()}?ignoreTLS=true`);
    expect(server.accepted).toHaveLength(1);
  });

  it('gets mails on this computer', async () => {
    await send(server.address);
    expect(server.accepted).toHaveLength(1);
  });
});

describe('the sender', () => {
  it.each([
    'rector@university.example, Attendance',
    'Attendance <rector@university.example>',
    'Rector" <rector@university.example>, "',
    'Académie, São Paulo',
  ])('has the name %s and no other address', async (name) => {
    await send(server.address, name);
    expect(server.accepted[0]?.from).toEqual({ name, address: 'no-reply@school.example' });
  });
});
