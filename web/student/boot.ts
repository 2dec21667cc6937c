// Inlined into the students' page (web/build/boot.ts): its first reads are sent before its code has
// loaded, which on a phone takes as long as both together.
import { addressOf } from '#contract/endpoint.ts';
import { getMyAttendance } from '#contract/attendance/my-attendance.endpoints.ts';
import { getConfig } from '#contract/session.endpoints.ts';
import { sendAhead } from '../platform/ahead.ts';
import { hasLoggedOutSince } from '../platform/logouts.ts';

sendAhead([addressOf(getConfig)], null);
const token = hasLoggedOutSince() ? null : sessionStorage.getItem('access_token');
if (token !== null && location.pathname === '/me') sendAhead([addressOf(getMyAttendance)], token);
