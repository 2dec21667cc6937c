import { endpoint, forms } from '../endpoint.ts';
import { confirmClashesQuery } from '../clash.ts';
import { holidayChange, holidayEffect, holidayEffectQuery, holidays } from './holiday.ts';
import { resourceEndpoints } from '../resource-endpoints.ts';

export const holidayEndpoints = resourceEndpoints({
  path: 'holiday',
  resource: holidays,
  changeBody: holidayChange,
  removeQuery: confirmClashesQuery,
  isCostly: 'change',
});

export const getHolidayEffect = endpoint({
  method: 'GET',
  path: '/attendance/holiday-effect/',
  summary: 'Which classes a holiday takes, and which rolls were taken then',
  query: holidayEffectQuery,
  responses: { 200: holidayEffect },
  access: forms('Holidays'),
  isCostly: true,
});
