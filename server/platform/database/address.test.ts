import { describe, expect, it } from 'vitest';
import { withEncryption } from './address.ts';

describe('the connection to a database', () => {
  it.each([
    'postgres://u:p@localhost/attendance',
    'postgres://u:p@127.0.0.1:6432/attendance',
    'postgres://u:p@[::1]/attendance',
    'postgres://u@%2Fvar%2Frun%2Fpostgresql/attendance',
    'postgres:///attendance?host=/var/run/postgresql&user=u',
  ])('on this computer stays as it is: %s', (address) =>
    expect(withEncryption(address)).toBe(address),
  );

  it.each([
    ['postgres://u:p@db.school.example/attendance', '?sslmode=verify-full'],
    ['postgres://u:p@10.0.0.7:5000/attendance', '?sslmode=verify-full'],
    ['postgres://u:p@localhost.evil.example/attendance', '?sslmode=verify-full'],
    ['postgres://u@localhost/attendance?host=db.school.example', '&sslmode=verify-full'],
    ['postgres://u:p@db/attendance?application_name=app', '&sslmode=verify-full'],
  ])('on another computer is encrypted, and the certificate checked: %s', (address, added) =>
    expect(withEncryption(address)).toBe(address + added),
  );

  it.each(['sslmode=disable', 'sslmode=no-verify', 'ssl=0', 'sslrootcert=/etc/ca.crt'])(
    'does what its address says: %s',
    (parameter) => {
      const address = `postgres://u:p@db.school.example/attendance?${parameter}`;
      expect(withEncryption(address)).toBe(address);
    },
  );
});
