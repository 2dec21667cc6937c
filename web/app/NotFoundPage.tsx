import { FullPageMessage } from '../ui/FullPageMessage.tsx';

export function NotFoundPage() {
  return <FullPageMessage title="There is no page at this address." />;
}
