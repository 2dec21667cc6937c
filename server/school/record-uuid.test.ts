import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUuid } from '#contract/fields.ts';
import { recordOfUuid, uuidOfRecord } from './record-uuid.ts';

it('every record has a unique uuid that leads back to it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 48 - 1 }), (id) => {
      expect(isUuid(uuidOfRecord(id))).toBe(true);
      expect(recordOfUuid(uuidOfRecord(id).toUpperCase())).toBe(id);
    }),
  );
});

it('any other uuid refers to no record', () => {
  fc.assert(
    fc.property(fc.uuid({ version: [4, 7] }), (uuid) => {
      expect(recordOfUuid(uuid)).toBe(0);
    }),
  );
});
