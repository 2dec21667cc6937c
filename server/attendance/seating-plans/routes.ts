import {
  getSeatingPlan,
  getSeatingPlanHistory,
  restoreSeatingPlan,
  saveSeatingPlan,
} from '#contract/attendance/seating-plans.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { readHistory, readPlan, restorePlan, savePlan } from './plans.ts';

/** Seating plans of classes in rooms (R-SEAT-1). */
export function seatingPlanRoutes(api: Api, context: AppContext): void {
  implement(api, getSeatingPlan, ({ query, user }) => readPlan(context, user, query));
  implement(api, getSeatingPlanHistory, ({ query }) => readHistory(context, query));
  implement(api, saveSeatingPlan, ({ body, user }) => savePlan(context, user, body));
  implement(api, restoreSeatingPlan, ({ body, user }) => restorePlan(context, user, body));
}
