import { endpoint } from '../endpoint.ts';
import { redList } from './red-list.ts';
import { resourceEndpoints } from '../resource-endpoints.ts';

export const redListEndpoints = resourceEndpoints({ path: 'redlistedstudents', resource: redList });

/** The red list also accepts POST without `/create/` (R-API-3). */
export const addToRedList = endpoint({
  ...redListEndpoints.create,
  method: 'POST',
  path: '/attendance/redlistedstudents/',
});
