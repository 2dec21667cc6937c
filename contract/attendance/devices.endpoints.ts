import {
  answeredTaps,
  decidedTaps,
  decideTaps,
  device,
  deviceCode,
  deviceKey,
  deviceParams,
  devicePatch,
  devices,
  deviceTaps,
  deviceTapsQuery,
  enrolDevice,
  enrolledDevice,
  newDevice,
  ownDevice,
  sentTaps,
} from './device.ts';
import { endpoint } from '../endpoint.ts';

export const listDevices = endpoint({
  method: 'GET',
  path: '/attendance/devices/',
  summary: 'Readers and tablets of the rooms',
  responses: { 200: devices },
  access: [['Settings', 'read']],
});

export const addDevice = endpoint({
  method: 'POST',
  path: '/attendance/devices/create/',
  summary: 'Add a device to a room',
  description: 'It takes taps once it has a key.',
  body: newDevice,
  responses: { 201: device },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Add device' },
});

export const changeDevice = endpoint({
  method: 'PATCH',
  path: '/attendance/devices/:id/',
  summary: 'Rename a device, or move it to another room',
  params: deviceParams,
  body: devicePatch,
  responses: { 200: device },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Change device' },
});

export const makeDeviceKey = endpoint({
  method: 'POST',
  path: '/attendance/devices/:id/key/',
  summary: 'Make the key of a reader; one that it had ends',
  params: deviceParams,
  responses: { 201: deviceKey },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Make device key', of: 'device' },
});

export const makeDeviceCode = endpoint({
  method: 'POST',
  path: '/attendance/devices/:id/code/',
  summary: 'Make the code with which a tablet becomes this device, within ten minutes',
  params: deviceParams,
  responses: { 201: deviceCode },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Make device code', of: 'device' },
});

export const revokeDevice = endpoint({
  method: 'POST',
  path: '/attendance/devices/:id/revoke/',
  summary: 'Revoke a device; taps that it made before and sends afterwards are held',
  params: deviceParams,
  responses: { 200: device },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Revoke device' },
});

export const listDeviceTaps = endpoint({
  method: 'GET',
  path: '/attendance/devices/:id/taps/',
  summary: 'The taps of a device, the newest first',
  params: deviceParams,
  query: deviceTapsQuery,
  responses: { 200: deviceTaps },
  access: [['Settings', 'read']],
});

export const decideDeviceTaps = endpoint({
  method: 'POST',
  path: '/attendance/devices/:id/taps/decide/',
  summary: 'Accept or dismiss held taps of a device, some or all',
  params: deviceParams,
  body: decideTaps,
  responses: { 200: decidedTaps },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Decide held taps', of: 'device' },
});

/** With the code alone: limited by address. */
export const enrolTablet = endpoint({
  method: 'POST',
  path: '/devices/enrol/',
  summary: 'Exchange the code of a tablet for its key',
  body: enrolDevice,
  responses: { 201: enrolledDevice },
  access: 'public',
  audit: 'history',
  rateGroup: 'sign-in',
});

export const getOwnDevice = endpoint({
  method: 'GET',
  path: '/devices/me/',
  summary: 'The server’s clock, and the device’s own room, class and settings',
  responses: { 200: ownDevice },
  access: 'device',
});

export const sendTaps = endpoint({
  method: 'POST',
  path: '/devices/taps/',
  summary: 'Taps of a device: up to 500, each once by its number',
  body: sentTaps,
  responses: { 200: answeredTaps },
  access: 'device',
  audit: 'history',
  rateGroup: 'devices',
});
