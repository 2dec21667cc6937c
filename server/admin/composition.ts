/** The parts of administration that the composition root (`server/*.ts`) puts together. */
export { recordAudit } from './audit/record.ts';
export { auditRoutes } from './audit/routes.ts';
export { demoStudents, offeredAccounts } from './demo/accounts.ts';
export { fillDemo } from './demo/fill.ts';
export { fileRoutes } from './files/routes.ts';
export { pages, scriptsInPage } from './pages/routes.ts';
export { searchRoutes } from './search/routes.ts';
export { blockedSignInRoutes } from './session/blocked-routes.ts';
export { sessionRoutes } from './session/routes.ts';
export { setUpRoutes } from './set-up/routes.ts';
export { logoRoutes } from './settings/logo-routes.ts';
export { settingsRoutes } from './settings/routes.ts';
