import { messages } from '#contract/texts.ts';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';

/** Shown for pages that the role may not use (R-ACCESS-1). */
export function AccessDeniedPage() {
  return <FullPageMessage title={messages.notAccessible} />;
}
