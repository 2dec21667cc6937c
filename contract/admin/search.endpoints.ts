import { endpoint } from '../endpoint.ts';
import { searchPermissions, searchQuery, searchResult } from './search.ts';

/** Each group of the response requires its own permission. */
export const findRecords = endpoint({
  method: 'GET',
  path: '/attendance/search/',
  summary: 'Records of every kind that contain a text',
  query: searchQuery,
  responses: { 200: searchResult },
  access: Object.values(searchPermissions).flat(),
});
