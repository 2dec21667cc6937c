import { Alert, Button } from '@mantine/core';
import band from '../ui/Band.module.css';
import { Piece } from './Piece.tsx';

const colors = ['red', 'orange', 'yellow', 'teal'];

export function Bands() {
  return (
    <Piece title="Bands and notices">
      <div className={band.band}>
        <b>This class is over.</b>
        <Button size="compact-sm" variant="default">
          Switch to the next
        </Button>
      </div>
      <div className={band.band} data-held="false">
        <b>Cancelled: flood</b>
        <Button size="compact-sm" variant="default">
          Restore
        </Button>
      </div>
      {colors.map((color) => (
        <Alert key={color} color={color} variant="outline" title={`Notice in ${color}`}>
          What has happened, and what to do about it.
        </Alert>
      ))}
    </Piece>
  );
}
