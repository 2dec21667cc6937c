import { lazy, Suspense, useState, type ComponentType } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

/** The code of a part could not be fetched. */
class NotLoaded extends Error {}

interface Options<Props> {
  /** Called where the code cannot be fetched, such as without the network: the page stays, without the part. */
  onFail: (props: Props) => void;
}

/**
 * A part of a page, such as a dialog, whose code is fetched when it is shown. Where that fails, the part is left out, and
 * fetched again when it is shown the next time.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { onFail }: Options<Props>,
): ComponentType<Props> {
  const fetched = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        throw new NotLoaded(String(error));
      }),
    );
  let latest = fetched();
  return function LazyPart(props: Props) {
    const [Part] = useState(() => latest);
    return (
      <ErrorBoundary
        fallbackRender={({ error }) => {
          if (error instanceof NotLoaded) return null;
          throw error;
        }}
        onError={(error) => {
          if (!(error instanceof NotLoaded)) return;
          // React keeps the failure of a part.
          if (latest === Part) latest = fetched();
          onFail(props);
        }}
      >
        <Suspense>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
