import { payCodes } from './pay-code.ts';
import { resourceEndpoints } from '../resource-endpoints.ts';

export const payCodeEndpoints = resourceEndpoints({
  path: 'payrolls',
  resource: payCodes,
  auditKind: 'pay',
});
