/** The parts of pay that the composition root (`server/*.ts`) puts together. */
export { payCodeRoutes } from './check-ins/pay-codes.ts';
export { payrollRoutes } from './check-ins/routes.ts';
export { payRunRoutes } from './pay-runs/routes.ts';
