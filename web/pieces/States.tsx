import { Button } from '@mantine/core';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { Nothing } from '../ui/Nothing.tsx';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { Piece } from './Piece.tsx';

export function States() {
  return (
    <Piece title="Empty, loading and error">
      <EmptyState title="No students yet">
        <Button variant="default">Add student</Button>
      </EmptyState>
      <Nothing />
      <PleaseWait />
      <LoadError error={new Error('The server answered 503.')} retry={() => {}} />
    </Piece>
  );
}
