import { endpoint } from '../endpoint.ts';
import { settingsAnswer, settingsPatch } from '../settings.ts';

export const getSettings = endpoint({
  method: 'GET',
  path: '/attendance/settings/',
  summary: 'Read what the institute has chosen',
  responses: { 200: settingsAnswer },
  access: [['Settings', 'read']],
});

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/attendance/settings/',
  summary: 'Change settings of the institute',
  description: 'A setting that the environment fixes is refused, by its name.',
  body: settingsPatch,
  responses: { 200: settingsAnswer },
  access: [['Settings', 'edit']],
  audit: 'history',
});
