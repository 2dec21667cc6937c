/** The parts of people that the composition root (`server/*.ts`) puts together. */
export { respellOnce } from './cards/respell-once.ts';
export { cardRoutes } from './cards/routes.ts';
export { guardianRoutes } from './guardians/routes.ts';
export { mergeRoutes } from './merge/routes.ts';
export { eraseAgain, eraseRest } from './privacy/erase-again.ts';
export {
  type Erasure,
  erasuresFile,
  readErasures,
  recordedErasures,
  writeErasures,
} from './privacy/erasures.ts';
export { privacyRegister } from './privacy/register.ts';
export { purgeExpired } from './privacy/retention.ts';
export { privacyRoutes } from './privacy/routes.ts';
export { studentRoutes } from './students/routes.ts';
export { teacherRoutes } from './teachers/routes.ts';
