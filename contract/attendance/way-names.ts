import type { Way } from '../marks.ts';

/** Labels of how a mark was made. */
export const ways: Record<Way, string> = {
  card: 'card',
  typed: 'typed ID',
  manual: 'by hand',
  bulk: 'by hand',
  import: 'imported',
  rest: 'with the rest',
  closing: 'roll closed',
  qr: 'QR code',
  door: 'door',
};
