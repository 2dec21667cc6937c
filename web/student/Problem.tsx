import type { ApiError } from '../platform/api.ts';

/** An error in words, with another try. */
export function Problem({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  return (
    <div className="alert" role="alert">
      <p>{error.message}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
