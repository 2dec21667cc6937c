import { endpoint } from '../endpoint.ts';
import {
  qrArrivals,
  qrCheckedIn,
  qrCheckIn,
  qrClaim,
  qrRoll,
  qrRollQuery,
  qrScan,
  qrState,
} from './qr.ts';

export const openQr = endpoint({
  method: 'POST',
  path: '/attendance/qr/open/',
  summary: 'Open check-in by QR code for a roll',
  body: qrRoll,
  responses: { 200: qrState },
  access: [['Attendance', 'edit']],
  audit: { kind: 'change', what: 'Open check-in by QR code' },
  notFound: true,
});

export const closeQr = endpoint({
  method: 'POST',
  path: '/attendance/qr/close/',
  summary: 'Close check-in by QR code for a roll',
  body: qrRoll,
  responses: { 200: qrState },
  access: [['Attendance', 'edit']],
  audit: { kind: 'change', what: 'Close check-in by QR code' },
  notFound: true,
});

export const getQr = endpoint({
  method: 'GET',
  path: '/attendance/qr/',
  summary: 'Whether check-in by QR code is open for a roll, and the next codes',
  query: qrRollQuery,
  responses: { 200: qrState },
  access: [['Attendance', 'edit']],
  notFound: true,
});

export const getQrArrivals = endpoint({
  method: 'GET',
  path: '/attendance/qr/arrivals/',
  summary: 'Who came by QR code to a roll, and who shared a browser',
  query: qrRollQuery,
  responses: { 200: qrArrivals },
  access: [['Attendance', 'read']],
});

/** Without sign-in, and limited by meeting: five hundred phones have one address (R-QR-3). */
export const claimQr = endpoint({
  method: 'POST',
  path: '/attendance/qr/claim/',
  summary: 'Keep a scanned code for five minutes, in which to sign in',
  body: qrScan,
  responses: { 200: qrClaim },
  access: 'public',
  audit: 'none',
});

export const checkInByQr = endpoint({
  method: 'POST',
  path: '/attendance/qr/check-in/',
  summary: 'A student checks in by a scanned or typed code',
  body: qrCheckIn,
  responses: { 200: qrCheckedIn },
  access: [['My Attendance', 'add']],
  audit: 'history',
  rateGroup: 'taps',
});
